/** What this browser keeps between visits. Storage may be forbidden; then nothing is kept. */

export function kept(name: string): string | null {
  try {
    return localStorage.getItem(`sandtable.${name}`);
  } catch {
    return null;
  }
}

export function keep(name: string, value: string): void {
  try {
    localStorage.setItem(`sandtable.${name}`, value);
  } catch {
    // as above
  }
}
