// What goes on: the queues, and who works on them.

import { h, text, attribute } from '../dom.js';
import { get, now } from '../api.js';
import { number, rate, cut, visible } from '../format.js';
import { ageCell, card, figures, fixed, head, itemLink, queueLink, row, say, sparkCell, table } from '../parts.js';
import { reap } from '../actions.js';
import { page } from '../page.js';

function queueRow(queue) {
  const tag = h('span', { cls: 'tag wait', hidden: true }, 'paused');
  const name = { element: h('span', { cls: 'buttons' }, queueLink(queue.queue), tag), update(each) {
    attribute(tag, 'hidden', each.paused ? null : '');
    attribute(tag, 'title', each.pause_reason || null);
  } };
  return row([name, say(each => number(each.offered)), say(each => number(each.held)), say(each => number(each.waiting + each.delayed)),
    ageCell(each => each.oldest_at), say(each => rate(each.per_minute.completed)), say(each => rate(each.per_minute.failed)), sparkCell(each => each.completed_minutes)],
  ['', 'num', 'num', 'num wide', 'num', 'num wide', 'num wide', 'wide']);
}

function heldCell() {
  const element = h('span', { cls: 'buttons' });
  let before = '';
  return {
    element,
    update(worker) {
      const held = worker.current_items;
      const now = JSON.stringify(held.slice(0, 3).map(each => [each.id, each.progress, each.note]).concat(held.length));
      if (now === before) return;
      before = now;
      element.replaceChildren(...held.slice(0, 3).map(each => h('span', {}, itemLink(each.id, 8),
        each.progress == null ? null : h('span', { cls: 'muted small' }, ` ${Math.round(each.progress * 100)} %`),
        each.note ? h('span', { cls: 'muted small isolate' }, ` ${cut(visible(each.note), 40)}`) : null)),
      ...(held.length > 3 ? [h('span', { cls: 'muted' }, `and ${number(held.length - 3)} more`)] : []));
    },
  };
}

function workerRow(worker) {
  const state = h('span', { cls: 'tag' });
  return row([fixed(h('a', { href: `#/search?q=${encodeURIComponent(`holder:${worker.worker}`)}`, cls: 'isolate' }, cut(visible(worker.worker), 60))), {
    element: state,
    update(each) {
      const silent = now() - each.last_seen > 10000;
      text(state, silent ? 'silent' : each.state);
      attribute(state, 'class', `tag ${silent ? 'bad' : each.state === 'busy' ? 'busy' : ''}`);
    },
  }, say(each => number(each.current_items.length)), heldCell(), ageCell(each => each.last_seen)], ['', '', 'num', 'wide', 'num']);
}

/** Of the hundred newest kinds, each counted up to a thousand: if there may be more, it says so. */
function standing(kinds) {
  const sum = kinds.reduce((so, each) => so + each.standing, 0);
  return number(sum) + (kinds.length >= 100 || kinds.some(each => each.standing >= 1000) ? '+' : '');
}

export function overview() {
  const totals = figures([['Depth'], ['In flight'], ['Kept back'], ['Done a minute'], ['Standing failed', true]]);
  const queues = table('Queues', [['Queue', ''], ['Depth', 'w2 num'], ['In flight', 'w2 num'], ['Kept back', 'w2 num wide'], ['Oldest', 'w2 num'],
    ['Done/min', 'w2 num wide'], ['Failed/min', 'w2 num wide'], ['30 minutes', 'w5 wide']], each => each.queue, queueRow,
  'There is no queue yet. A machine brings its queues along: apply one with odradek apply.');
  const workers = table('Workers', [['Worker', 'w7'], ['State', 'w3'], ['Holds', 'w2 num'], ['What', 'wide'], ['Seen', 'w2 num']], each => each.worker, workerRow,
    'No worker has been heard of within the last minute.');
  const opened = page({
    title: 'Overview',
    parts: [head('Overview', null, reap(() => opened.refresh())), totals.element, card('Queues', queues.element), card('Workers', workers.element)],
    async load(signal) {
      const [list, crew, failed] = await Promise.all([get('/v1/queues', {}, signal), get('/v1/workers', {}, signal), get('/v1/failures', { limit: 100 }, signal)]);
      return { queues: list.queues, workers: crew.workers, failed: standing(failed.failures), behind: list.behind };
    },
    draw(all) {
      const sum = pick => all.queues.reduce((so, each) => so + pick(each), 0);
      totals.set([number(sum(each => each.offered)), number(sum(each => each.held)), number(sum(each => each.waiting + each.delayed)),
        rate(sum(each => each.per_minute.completed)), all.failed]);
      queues.set(all.queues);
      workers.set(all.workers);
    },
  });
  return opened;
}
