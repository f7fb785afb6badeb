export type Route =
  | { page: 'home' }
  | { page: 'new'; game: string }
  | { page: 'table'; id: string }
  | { page: 'replay'; id: string }
  | { page: 'rules'; game: string; rule: string | null }
  | { page: 'nowhere' };

export function routeOf(path: string, hash = ''): Route {
  const parts = path.split('/').filter(Boolean);
  const [first, second] = parts;
  if (first === undefined) return { page: 'home' };
  if (parts.length === 2 && second !== undefined) {
    if (first === 't') return { page: 'table', id: decodeURIComponent(second) };
    if (first === 'r') return { page: 'replay', id: decodeURIComponent(second) };
    if (first === 'new') return { page: 'new', game: decodeURIComponent(second) };
    if (first === 'rules') {
      const rule = decodeURIComponent(hash.replace(/^#/, '')) || null;
      return { page: 'rules', game: decodeURIComponent(second), rule };
    }
  }
  return { page: 'nowhere' };
}

class Router {
  now: Route = $state.raw(routeOf(location.pathname, location.hash));

  constructor() {
    addEventListener('popstate', () => this.read());
  }

  go(path: string): void {
    history.pushState(null, '', path);
    this.read();
    scrollTo(0, 0);
  }

  replace(path: string): void {
    history.replaceState(null, '', path);
    this.read();
  }

  private read(): void {
    this.now = routeOf(location.pathname, location.hash);
  }
}

export const router = new Router();

/** Links within the site change the page without loading it again. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element | null)?.closest?.('a[href]');
  if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute('download')) return;
  const url = new URL(link.href);
  if (url.origin !== location.origin || url.pathname.startsWith('/api/')) return;
  if (url.pathname === location.pathname && url.hash) return;
  event.preventDefault();
  router.go(url.pathname + url.hash);
}
