/**
 * The board: an ES module that the site loads as it is, without a build. Sandtable's docs/boards.md
 * says what `given` holds and what a board gives back. A board knows no rules: what can be done is
 * in `given.legal`, and everything else in `given.view`.
 */

/** An element with a class, a text and children. */
function make(kind, name, text, ...children) {
  const made = document.createElement(kind);
  made.className = name;
  if (text) made.textContent = text;
  made.append(...children);
  return made;
}

/** A pebble; `null` is one that you may not see. With an act it is a button. */
function pebble(value, act) {
  const made = make(act ? 'button' : 'span', 'pebble', value === null ? '?' : String(value));
  made.dataset.value = value === null ? '' : String(value);
  if (act) {
    made.dataset.act = JSON.stringify(act);
    made.setAttribute('aria-label', `Lay the ${value} aside`);
  }
  return made;
}

function button(words, act, possible) {
  const made = make('button', 'button', words);
  made.dataset.act = JSON.stringify(act);
  made.disabled = !possible;
  return made;
}

/** One player: name, pebbles, and what has become of them. */
function hand(given, seat, legal) {
  const { view } = given;
  const mine = seat.seat === given.me;
  const pebbles = view.hands[seat.seat].map((value) =>
    pebble(value, mine ? legal((act) => act.act === 'drop' && act.pebble === value) : undefined),
  );
  const known = view.hands[seat.seat].every((value) => value !== null);
  const sum = view.hands[seat.seat].reduce((all, value) => all + value, 0);
  const name = mine ? `${seat.name} (you)` : seat.name;
  const words = [known ? String(sum) : '', view.playing.includes(seat.seat) ? '' : 'stopped'];
  const row = make(
    'section',
    'hand',
    '',
    make('h2', 'name', name),
    make('div', 'pebbles', '', ...pebbles),
    make('p', 'sum', words.filter(Boolean).join(', ')),
  );
  row.style.setProperty('--frame', seat.color);
  row.classList.toggle('turn', view.turn === seat.seat);
  return row;
}

/** A line of sand that is empty when the turn is over; the browser moves it, we only set it. */
function sand(bar, given) {
  const { turn_ends_at: until, turn_ms: lasts } = given.view;
  const { clock } = given;
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

function mountBoard(target, first) {
  let given = first;
  let stopSand = () => undefined;
  const style = document.createElement('link');
  style.rel = 'stylesheet';
  style.href = new URL('./board.css', import.meta.url).href;
  document.head.append(style);
  const root = make('div', 'pebbles-board');
  target.append(root);

  function draw() {
    const { view, seats, paused } = given;
    const legal = (fits) => (paused ? undefined : given.legal.find(fits));
    // What has the focus has it again afterwards: somebody may be playing with the keys.
    const focused = root.contains(document.activeElement) && document.activeElement.dataset.act;
    const bar = make('span', 'bar');
    stopSand();
    root.replaceChildren(
      make(
        'div',
        'middle',
        '',
        make('p', 'target', `Target ${view.target}`),
        make('p', 'bag', `${view.bag} in the bag`),
        make('div', 'pebbles', '', ...view.aside.map((value) => pebble(value))),
      ),
      make('div', 'sand', '', bar),
      ...seats.map((seat) => hand(given, seat, legal)),
      make(
        'div',
        'deeds',
        '',
        button('Draw', { act: 'draw' }, legal((act) => act.act === 'draw')),
        button('Stop', { act: 'stop' }, legal((act) => act.act === 'stop')),
      ),
    );
    stopSand = sand(bar, given);
    if (focused) {
      [...root.querySelectorAll('[data-act]')].find((one) => one.dataset.act === focused)?.focus();
    }
  }

  root.addEventListener('click', (event) => {
    const act = event.target.closest('[data-act]')?.dataset.act;
    if (act && !given.paused) given.act(JSON.parse(act));
  });
  draw();
  return {
    update(next) {
      given = next;
      draw();
    },
    destroy() {
      stopSand();
      root.remove();
      style.remove();
    },
  };
}

export default { version: 1, mount: { board: mountBoard } };
