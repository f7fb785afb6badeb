const PLACE = 'sandtable.hidden';
const MOST = 200;

interface Somebody {
  guest: string;
  name: string;
}

function stored(): Somebody[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(PLACE) ?? '[]');
    if (!Array.isArray(found)) return [];
    return found.filter(
      (one): one is Somebody => typeof one?.guest === 'string' && typeof one?.name === 'string',
    );
  } catch {
    return []; // storage is forbidden, or somebody else wrote there
  }
}

/** People whose talk and reactions this browser does not show. Nobody else learns of it. */
class Hidden {
  people: Somebody[] = $state.raw(stored());

  has(guest: string | null | undefined): boolean {
    return guest != null && this.people.some((one) => one.guest === guest);
  }

  hide(guest: string, name: string): void {
    if (!this.has(guest)) this.keep([...this.people, { guest, name }].slice(-MOST));
  }

  show(guest: string): void {
    this.keep(this.people.filter((one) => one.guest !== guest));
  }

  clear(): void {
    this.keep([]);
  }

  private keep(people: Somebody[]): void {
    this.people = people;
    try {
      localStorage.setItem(PLACE, JSON.stringify(people));
    } catch {
      // then it holds until the page is closed
    }
  }
}

export const hidden = new Hidden();
