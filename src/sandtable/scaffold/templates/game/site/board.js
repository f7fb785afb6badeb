/**
 * The board: an ES module that the site loads as it is, without a build. Sandtable's docs/boards.md
 * says what `given` holds and what a board gives back. A board knows no rules: what can be done is
 * in `given.legal`, and everything else in `given.view`.
 */

const style = document.createElement('link');
style.rel = 'stylesheet';
style.href = new URL('./board.css', import.meta.url).href;
document.head.append(style);

/** An element with a class, a text and children. */
function make(kind, name, text, ...children) {
  const made = document.createElement(kind);
  made.className = name;
  if (text) made.textContent = text;
  made.append(...children);
  return made;
}

/** Where a newcomer sees a badge: 1 what I want, 2 what I do, 3 how long I have. */
function lesson(nth, element) {
  element.dataset.lesson = String(nth);
  return element;
}

/** The legal act that fits; nothing can be done in a pause. */
function legal(given, fits) {
  return given.paused ? undefined : given.legal.find(fits);
}

/** A pebble; `null` is one that you may not see. With an act it is a button. */
function pebble(value, act) {
  const made = make(act ? 'button' : 'span', 'pebble', value === null ? '?' : String(value));
  if (act) {
    made.dataset.act = JSON.stringify(act);
    made.setAttribute('aria-label', `Lay the ${value} aside`);
  }
  return made;
}

/** One player: name, pebbles, and what has become of them. */
function hand(given, seat) {
  const { view } = given;
  const mine = seat.seat === given.me;
  const values = view.hands[seat.seat];
  const drop = (value) =>
    mine ? legal(given, (act) => act.act === 'drop' && act.pebble === value) : undefined;
  const sum = values.includes(null) ? '' : String(values.reduce((all, value) => all + value, 0));
  const stopped = view.playing.includes(seat.seat) ? '' : 'stopped';
  const pebbles = make('div', 'pebbles', '', ...values.map((value) => pebble(value, drop(value))));
  const row = make(
    'section',
    'hand',
    '',
    make('h2', 'name', mine ? `${seat.name} (you)` : seat.name),
    mine ? lesson(2, pebbles) : pebbles,
    make('p', 'sum', [sum, stopped].filter(Boolean).join(', ')),
  );
  row.style.setProperty('--frame', seat.color);
  row.classList.toggle('turn', view.turn === seat.seat);
  return row;
}

/** A line of sand that is empty when the turn is over; the browser moves it, we only set it. */
function sand(bar, { view, clock }) {
  const { turn_ends_at: until, turn_ms: lasts } = view;
  if (until === null) return () => undefined;
  const run = bar.animate([{ transform: 'scaleX(1)' }, { transform: 'scaleX(0)' }], {
    duration: lasts,
    fill: 'both',
  });
  const set = () => {
    if (clock.rate > 0) {
      run.playbackRate = clock.rate;
      run.startTime = clock.localTime(until) - lasts / clock.rate;
    } else {
      run.pause();
      run.currentTime = lasts - (until - clock.now());
    }
  };
  set();
  const forget = clock.onchange(set);
  return () => {
    forget();
    run.cancel();
  };
}

/** The middle of the table; gives what ends the sand in it. */
function drawBoard(root, given) {
  const { view, seats } = given;
  const bar = make('span', 'bar');
  root.replaceChildren(
    make(
      'div',
      'middle',
      '',
      lesson(1, make('p', 'target', `Target ${view.target}`)),
      make('p', 'bag', `${view.bag} in the bag`),
      make('div', 'pebbles', '', ...view.aside.map((value) => pebble(value))),
    ),
    lesson(3, make('div', 'sand', '', bar)),
    ...seats.map((seat) => hand(given, seat)),
  );
  return sand(bar, given);
}

/** Your mat: what you can do besides laying a pebble aside. */
function drawMat(root, given) {
  const button = (words, name) => {
    const made = make('button', 'button big', words);
    made.dataset.act = JSON.stringify({ act: name });
    made.disabled = !legal(given, (act) => act.act === name);
    return made;
  };
  root.replaceChildren(button('Draw', 'draw'), button('Stop', 'stop'));
}

/** A part of the board: drawn anew whenever the table gives something new. */
function part(name, draw) {
  return (target, first) => {
    let given = first;
    let end;
    const root = make('div', name);
    target.append(root);
    const show = () => {
      // What has the focus has it again afterwards: somebody may be playing with the keys.
      const focused = root.contains(document.activeElement) && document.activeElement.dataset.act;
      end?.();
      end = draw(root, given);
      const buttons = [...root.querySelectorAll('[data-act]')];
      if (focused) buttons.find((one) => one.dataset.act === focused)?.focus();
    };
    root.addEventListener('click', (event) => {
      const act = event.target.closest('[data-act]')?.dataset.act;
      if (act) given.act(JSON.parse(act));
    });
    show();
    return {
      update(next) {
        given = next;
        show();
      },
      destroy() {
        end?.();
        root.remove();
      },
    };
  };
}

export default {
  version: 1,
  mount: { board: part('pebbles-board', drawBoard), mat: part('pebbles-mat', drawMat) },
};
