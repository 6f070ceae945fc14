// One queue: what is on it, in which state, since when, and whose lease ends when.

import { h, text, attribute } from '../dom.js';
import { ApiError, get, now as time } from '../api.js';
import { cut, number, rate, visible } from '../format.js';
import { age, card, figures, head, itemTable } from '../parts.js';
import { pause, reap, resume } from '../actions.js';
import { page } from '../page.js';

/** The states an item can have on the queue, as the machines say. */
function statesOf(machines, queue) {
  const found = new Set();
  for (const machine of machines) {
    for (const axis of Object.values(machine.definition?.axes || {})) {
      for (const rule of axis.claims || []) {
        if (rule.queue === queue) [rule.from, rule.into].forEach(each => found.add(each));
      }
    }
  }
  return [...found];
}

export function queue({ parameter: name, query }) {
  const state = query.get('state') || '';
  const numbers = figures([['Depth'], ['In flight'], ['Waiting in line'], ['For their time'], ['Oldest'], ['Done a minute'], ['Failed a minute']]);
  const list = itemTable(`Items on ${name}`, state ? `No item on this queue is ${state}.` : 'Nothing is on this queue.');
  const chips = h('div', { cls: 'chips', role: 'group', 'aria-label': 'States' });
  const more = h('p', { cls: 'empty', hidden: true });
  const paused = h('p', { cls: 'banner', hidden: true });
  const stop = pause(name, () => opened.refresh());
  const go = resume(name, () => opened.refresh());
  const newer = h('button', { type: 'button', cls: 'small', hidden: true, onclick: () => { held = null; opened.refresh(); } });
  let held = null;
  let states = null;

  function showChips() {
    const base = `#/queues/${encodeURIComponent(name)}`;
    chips.replaceChildren(h('a', { href: base, 'aria-current': state ? null : 'true' }, 'all'),
      ...states.map(each => h('a', { href: `${base}?state=${encodeURIComponent(each)}`, 'aria-current': each === state ? 'true' : null }, each)));
  }

  /** While somebody points at the rows, they stay where they are: the new ones wait to be asked for. */
  function calm(items) {
    const busy = list.body.matches(':hover') || list.body.contains(document.activeElement);
    if (!busy || !held) {
      held = items.map(each => each.id);
      attribute(newer, 'hidden', '');
      return items;
    }
    const now = new Map(items.map(each => [each.id, each]));
    const fresh = items.filter(each => !held.includes(each.id)).length;
    text(newer, `Show ${number(fresh)} newer`);
    attribute(newer, 'hidden', fresh ? null : '');
    return held.map(id => now.get(id)).filter(Boolean);
  }

  const opened = page({
    title: cut(visible(name), 40),
    parts: [head(h('span', { cls: 'isolate' }, cut(visible(name), 120)), 'Queue', stop, go, reap(() => opened.refresh())), paused, numbers.element, card('Items', h('div', {}, list.element, more), newer, chips)],
    gap: 700,
    async load(signal) {
      const [queues, items, machines] = await Promise.all([get('/v1/queues', {}, signal),
        get('/v1/items', { queue: name, state, limit: 100, payload: 'false' }, signal), states ? null : get('/v1/machines', {}, signal)]);
      const queue = queues.queues.find(each => each.queue === name);
      if (!queue && !items.items.length) throw new ApiError(404, { detail: `There is no queue ${cut(visible(name), 120)}. A machine brings its queues along.` });
      return { queue, items, machines, behind: items.behind };
    },
    draw({ queue: now, items, machines }) {
      if (machines) {
        states = statesOf(machines.machines, name);
        showChips();
      }
      if (now) {
        numbers.set([number(now.offered), number(now.held), number(now.waiting), number(now.delayed), now.oldest_at ? age(time() - now.oldest_at) : '–',
          rate(now.per_minute.completed), rate(now.per_minute.failed)]);
        text(paused, now.paused ? `This queue is paused${now.pause_reason ? `: ${now.pause_reason}` : ''}. Nothing is offered; what workers hold goes on.` : '');
        attribute(paused, 'hidden', now.paused ? null : '');
      }
      if (stop) attribute(stop, 'hidden', now?.paused ? '' : null);
      if (go) attribute(go, 'hidden', now?.paused ? null : '');
      list.set(calm(items.items));
      text(more, 'The newest 100; there are more. Search, or choose a state.');
      attribute(more, 'hidden', items.next ? null : '');
    },
  });
  return opened;
}
