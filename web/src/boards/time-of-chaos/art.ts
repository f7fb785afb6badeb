/**
 * The nine cities, each by the one thing it is known by, drawn in a field of 120 x 90 whose ground
 * is at 70. `a` is the thing itself, `b` what is light on it, `c` what is in its shade.
 */

export type Tone = 'a' | 'b' | 'c';
export type Stroke = [Tone, string];

function disc(x: number, y: number, r: number): string {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
}

function box(x: number, y: number, width: number, height: number): string {
  return `M${x} ${y}h${width}v${height}h${-width}Z`;
}

function flake(x: number, y: number, r: number): string {
  let path = '';
  for (let arm = 0; arm < 6; arm++) {
    const angle = (arm * Math.PI) / 3;
    const at = (along: number, aside: number): string => {
      const across = angle + Math.PI / 2;
      const px = x + along * Math.sin(angle) + aside * Math.sin(across);
      const py = y - along * Math.cos(angle) - aside * Math.cos(across);
      return `${px.toFixed(1)} ${py.toFixed(1)}`;
    };
    path += `M${at(0, -1.6)}L${at(r, -1.6)}L${at(r, 1.6)}L${at(0, 1.6)}Z`;
    path += `M${at(r * 0.5, -1)}L${at(r * 0.8, -6.5)}L${at(r * 0.95, -4.6)}L${at(r * 0.62, 0)}Z`;
    path += `M${at(r * 0.5, 1)}L${at(r * 0.8, 6.5)}L${at(r * 0.95, 4.6)}L${at(r * 0.62, 0)}Z`;
  }
  return path;
}

const HOUSE: Stroke[] = [
  ['a', 'M38 46L60 28L82 46V70H38Z'],
  ['b', box(54, 54, 12, 16)],
];

const LANDMARKS: Record<string, Stroke[]> = {
  lighthouse: [
    ['b', 'M55 29L24 20V36ZM65 29L96 20V36Z'],
    ['a', 'M51 68L54.500 37H65.500L69 68Z'],
    ['c', 'M60 37H65.500L69 68H60Z'],
    ['b', 'M53.500 46H66.500L67.200 52H52.800ZM52 59.500H68L68.600 65H51.400Z'],
    ['a', `${box(52, 33.5, 16, 3.5)}${box(55.5, 25, 9, 8.5)}M53.500 25L60 17L66.500 25Z`],
    ['b', box(58, 27, 4, 5)],
    ['a', 'M42 72C44 66 50 66 54 67.500H68C73 66 76 67 79 72Z'],
  ],
  condor: [
    ['c', 'M18 72L40 46L52 58L70 40L102 72Z'],
    ['b', 'M40 46L34 53.500L40 56L45 51ZM70 40L62 48L70 53L78 48Z'],
    [
      'a',
      'M60 33C54 22 40 15 24 18C30 20 34 22 36 25C32 24 29 25 27 27C33 27 37 29 40 33C44 38 51 36 55 40L52 52L57 49L60 55L63 49L68 52L65 40C69 36 76 38 80 33C83 29 87 27 93 27C91 25 88 24 84 25C86 22 90 20 96 18C80 15 66 22 60 33Z',
    ],
    ['b', 'M57.500 31.500C58 28.500 62 28.500 62.500 31.500L60 36Z'],
  ],
  sail: [
    ['c', 'M8 72C24 60 32 62 40 66C52 56 70 58 112 72Z'],
    ['a', 'M57.500 20H60V60H57.500Z'],
    ['a', 'M56 24V56H36C42 48 50 38 56 24Z'],
    ['b', 'M62 30C70 38 76 46 80 56H62Z'],
    ['a', 'M34 59H86C83 67 78 71 72 72H46C40 71 36 66 34 59Z'],
    ['b', 'M37 62H83L82 64.500H38Z'],
  ],
  gate: [
    ['c', 'M22 72C34 62 46 64 60 68C74 60 90 62 100 72Z'],
    ['a', 'M45 40H51L49.500 72H42ZM69 40H75L78 72H70.500Z'],
    ['a', 'M28 24C44 30 76 30 92 24L90 33C74 37 46 37 30 33Z'],
    ['b', 'M31.500 33.400C46 37 74 37 88.500 33.400L88 36C74 39.500 46 39.500 32 36Z'],
    ['a', `${box(36, 43, 48, 5.5)}${box(57.5, 35, 5, 9)}`],
  ],
  tram: [
    ['c', 'M14 72L64 62L108 72Z'],
    ['a', 'M22 19.500L98 15.500V17L22 21Z'],
    ['a', 'M62 31L69 17.500L71 18.500L65 31Z'],
    [
      'a',
      'M40 34C40 31 43 30 46 30H76C79 30 82 31 82 34V62C82 64 81 65 79 65H43C41 65 40 64 40 62Z',
    ],
    ['b', `${box(44, 37, 10, 11)}${box(56, 37, 10, 11)}${box(68, 37, 10, 11)}`],
    ['b', `${box(40, 51, 42, 2.4)}${disc(61, 58, 3.4)}`],
    ['a', `${disc(49, 67, 4.6)}${disc(73, 67, 4.6)}`],
    ['b', `${disc(49, 67, 1.6)}${disc(73, 67, 1.6)}`],
  ],
  snowflake: [
    ['c', 'M14 72L30 58L38 64L50 56L60 62L72 54L84 64L92 58L106 72Z'],
    ['b', 'M30 58L26 61.500L31 63L34 61ZM72 54L66 58L72 61L78 59Z'],
    ['a', flake(60, 39, 23)],
    ['b', disc(60, 39, 4.2)],
  ],
  geyser: [
    [
      'b',
      `${disc(46, 27, 9)}${disc(60, 21, 11)}${disc(75, 27, 9)}${disc(67, 31, 8)}${disc(53, 32, 8)}`,
    ],
    [
      'a',
      'M57 64C57 48 51 38 40 32C51 32 57.500 38 59 46C59 36 59 28 60 22C61 28 61 36 61 46C62.500 38 69 32 80 32C69 38 63 48 63 64Z',
    ],
    ['a', 'M30 72C38 64 48 61 54 60H66C72 61 82 64 90 72Z'],
    ['b', 'M52 60.500C56 63 64 63 68 60.500L66.500 63.600C63 65.500 57 65.500 53.500 63.600Z'],
  ],
  dome: [
    [
      'c',
      `${box(26, 32, 7, 40)}${box(87, 32, 7, 40)}M25 32L29.500 24L34 32ZM86 32L90.500 24L95 32Z`,
    ],
    ['a', 'M42 47C38 37 50 31 60 17C70 31 82 37 78 47Z'],
    ['b', 'M48 45C46 38 52 33 57 27C53 35 52 40 53 45ZM63 45C65 39 64 33 62 28C68 34 70 39 69 45Z'],
    ['a', `${box(44, 47, 32, 6)}${box(37, 53, 46, 19)}`],
    ['b', 'M52 72V63C52 58 57 56.500 60 54.500C63 56.500 68 58 68 63V72Z'],
    ['b', `${box(41, 58, 6, 8)}${box(73, 58, 6, 8)}${box(44, 48.6, 32, 1.8)}`],
  ],
  book: [
    ['c', 'M28 72V44L33 34L38 44V50H52V40L60 26L68 40V50H82V44L87 34L92 44V72Z'],
    [
      'c',
      'M30 47H24V49H30ZM30 56H24V58H30ZM90 47H96V49H90ZM90 56H96V58H90ZM54 36H49V38H54ZM66 36H71V38H66Z',
    ],
    ['a', 'M60 50C52 43 40 42 29 45V70C40 67 52 68 60 74C68 68 80 67 91 70V45C80 42 68 43 60 50Z'],
    [
      'b',
      'M57.500 53C50 48 42 47.500 33.500 49V51.500C42 50 50 50.500 57.500 55.500ZM57.500 59C50 54 42 53.500 33.500 55V57.500C42 56 50 56.500 57.500 61.500ZM57.500 65C50 60 42 59.500 33.500 61V63.500C42 62 50 62.500 57.500 67.500ZM62.500 53C70 48 78 47.500 86.500 49V51.500C78 50 70 50.500 62.500 55.500ZM62.500 59C70 54 78 53.500 86.500 55V57.500C78 56 70 56.500 62.500 61.500ZM62.500 65C70 60 78 59.500 86.500 61V63.500C78 62 70 62.500 62.500 67.500Z',
    ],
  ],
};

/** A city that nobody has drawn is a house. */
export function landmark(sign: string): Stroke[] {
  return LANDMARKS[sign] ?? HOUSE;
}

export const DRAWN = Object.keys(LANDMARKS);
