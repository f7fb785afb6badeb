/**
 * The sounds of the table, all made on the spot by the Web Audio API. Nothing is made before the
 * first sound is asked for, and the table asks only while sound is on.
 */

export const SOUNDS = [
  'sand',
  'chime',
  'knock',
  'cube',
  'bell',
  'token',
  'card',
  'win',
  'end',
] as const;
export type SoundName = (typeof SOUNDS)[number];

interface Desk {
  context: AudioContext;
  out: GainNode;
  noise: AudioBuffer;
}

interface Tone {
  type?: OscillatorType;
  from: number;
  to?: number;
  at?: number;
  lasts: number;
  loud: number;
}

let desk: Desk | null = null;

function open(): Desk | null {
  if (desk || typeof AudioContext === 'undefined') return desk;
  const context = new AudioContext();
  const out = context.createGain();
  out.gain.value = 0.4;
  out.connect(context.destination);
  const noise = context.createBuffer(1, context.sampleRate, context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let nth = 0; nth < samples.length; nth++) samples[nth] = Math.random() * 2 - 1;
  desk = { context, out, noise };
  return desk;
}

/** A gain that rises at once and dies away. */
function fading({ context, out }: Desk, at: number, lasts: number, loud: number): GainNode {
  const gain = context.createGain();
  const start = context.currentTime + at;
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(loud, start + 0.006);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + lasts);
  gain.connect(out);
  return gain;
}

function tone(to: Desk, { type = 'sine', from, to: end = from, at = 0, lasts, loud }: Tone): void {
  const oscillator = to.context.createOscillator();
  const start = to.context.currentTime + at;
  oscillator.type = type;
  oscillator.frequency.setValueAtTime(from, start);
  oscillator.frequency.exponentialRampToValueAtTime(end, start + lasts);
  oscillator.connect(fading(to, at, lasts, loud));
  oscillator.start(start);
  oscillator.stop(start + lasts + 0.05);
}

/** Noise through a band: sand, wood, paper. */
function rush(
  to: Desk,
  band: number,
  width: number,
  at: number,
  lasts: number,
  loud: number,
): void {
  const source = to.context.createBufferSource();
  source.buffer = to.noise;
  const filter = to.context.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.value = band;
  filter.Q.value = width;
  source.connect(filter).connect(fading(to, at, lasts, loud));
  source.start(to.context.currentTime + at, Math.random() * 0.3, lasts + 0.05);
}

const SCORES: Record<SoundName, (to: Desk) => void> = {
  // A glass is turned over and its sand begins to run.
  sand: (to) => {
    rush(to, 5200, 0.7, 0, 0.5, 0.16);
    rush(to, 7400, 1.2, 0.08, 0.7, 0.09);
  },
  // A glass has run out: two clear notes that call.
  chime: (to) => {
    tone(to, { from: 1174.7, lasts: 0.5, loud: 0.34 });
    tone(to, { from: 1568, at: 0.11, lasts: 0.8, loud: 0.34 });
    tone(to, { from: 3136, at: 0.11, lasts: 0.4, loud: 0.07 });
  },
  // A glass falls onto wood, and rolls once.
  knock: (to) => {
    tone(to, { from: 190, to: 58, lasts: 0.2, loud: 0.9 });
    rush(to, 900, 0.8, 0, 0.09, 0.7);
    tone(to, { from: 150, to: 70, at: 0.16, lasts: 0.12, loud: 0.35 });
    rush(to, 2600, 2, 0.16, 0.07, 0.25);
  },
  // Wood on paper.
  cube: (to) => {
    tone(to, { type: 'triangle', from: 920, to: 610, lasts: 0.07, loud: 0.5 });
    tone(to, { type: 'triangle', from: 1240, to: 820, at: 0.05, lasts: 0.06, loud: 0.26 });
  },
  // The wind-up timer: a hammer between two small bells.
  bell: (to) => {
    for (let stroke = 0; stroke < 26; stroke++) {
      const at = stroke * 0.072;
      const high = stroke % 2 === 0 ? 1 : 1.07;
      tone(to, { from: 2090 * high, at, lasts: 0.4, loud: 0.2 });
      tone(to, { from: 3310 * high, at, lasts: 0.28, loud: 0.13 });
      tone(to, { from: 5480 * high, at, lasts: 0.12, loud: 0.07 });
    }
  },
  // Brass on brass.
  token: (to) => {
    tone(to, { from: 3150, lasts: 0.11, loud: 0.22 });
    tone(to, { from: 4710, lasts: 0.08, loud: 0.12 });
    tone(to, { from: 3400, at: 0.06, lasts: 0.09, loud: 0.1 });
  },
  // Two cards slide past each other.
  card: (to) => {
    rush(to, 2200, 0.6, 0, 0.16, 0.3);
    rush(to, 1500, 0.6, 0.12, 0.18, 0.3);
  },
  win: (to) => {
    [523.3, 659.3, 784, 1046.5].forEach((from, nth) => {
      tone(to, { type: 'triangle', from, at: nth * 0.12, lasts: 0.9, loud: 0.36 });
      tone(to, { from: from * 2, at: nth * 0.12, lasts: 0.5, loud: 0.1 });
    });
  },
  // Somebody else has won: two low notes, and that is that.
  end: (to) => {
    tone(to, { type: 'triangle', from: 392, lasts: 0.7, loud: 0.26 });
    tone(to, { type: 'triangle', from: 293.7, at: 0.22, lasts: 1.1, loud: 0.26 });
  },
};

/** Plays a sound, if this browser can and lets us. */
export function play(name: SoundName): void {
  const to = open();
  if (!to) return;
  // A page that nobody has touched yet may not be heard; it asks again with the next sound.
  if (to.context.state === 'suspended') void to.context.resume();
  SCORES[name](to);
}
