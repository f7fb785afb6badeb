/** How a sand glass moves when something happens to it. */

export function turnOver(glass: SVGElement): void {
  glass.animate([{ transform: 'rotate(-180deg)' }, { transform: 'rotate(0deg)' }], {
    duration: 250,
    easing: 'cubic-bezier(0.3, 0.7, 0.3, 1)',
  });
}

/** It hops, and a ring of light leaves it: twice if it is the viewer's own. */
export function ranThrough(
  glass: SVGElement | undefined,
  light: SVGElement | undefined,
  mine: boolean,
): void {
  glass?.animate(
    [
      { transform: 'translateY(0px) scale(1)' },
      { transform: 'translateY(-11px) scale(1.06)', easing: 'ease-in' },
      { transform: 'translateY(0px) scale(1.04, 0.95)' },
      { transform: 'translateY(-4px) scale(1.01)', easing: 'ease-in' },
      { transform: 'translateY(0px) scale(1)' },
    ],
    { duration: 520, easing: 'ease-out' },
  );
  light?.animate(
    [
      { transform: 'scale(0.4)', opacity: 1 },
      { transform: 'scale(1.7)', opacity: 0 },
    ],
    { duration: 900, iterations: mine ? 2 : 1, easing: 'ease-out' },
  );
}

export function fall(glass: SVGElement): void {
  glass.animate(
    [
      { transform: 'rotate(0deg)', easing: 'ease-in' },
      { transform: 'translateY(16px) rotate(96deg)', offset: 0.55 },
      { transform: 'translateY(16px) rotate(80deg)', offset: 0.78 },
      { transform: 'translateY(16px) rotate(88deg)' },
    ],
    { duration: 420 },
  );
}

export function getUp(glass: SVGElement): void {
  glass.animate(
    [
      { transform: 'translateY(16px) rotate(88deg)' },
      { transform: 'rotate(-9deg)', offset: 0.7 },
      { transform: 'rotate(0deg)' },
    ],
    { duration: 280, easing: 'ease-out' },
  );
}
