// Errors by kind, and what stands failed with each.

import { h, text, attribute } from '../dom.js';
import { ApiError, get } from '../api.js';
import { cut, number, visible } from '../format.js';
import { ageCell, card, failedTable, head, row, say, table, when } from '../parts.js';
import { may, requeueMany } from '../actions.js';
import { page } from '../page.js';

const address = each => `#/failures/${encodeURIComponent(each.failure)}?machine=${encodeURIComponent(each.machine)}&axis=${encodeURIComponent(each.axis)}`;

export function failures() {
  const list = table('Failures by kind', [['Error', ''], ['Machine', 'w4 wide'], ['Standing', 'w3 num'], ['Met', 'w2 num wide'], ['Last', 'w2 num']],
    each => `${each.failure}/${each.machine}/${each.axis}`, each => row([{
      element: h('a', { href: address(each), cls: 'isolate', title: cut(visible(each.sample), 400) }, cut(visible(each.pattern), 200)), update() {},
    }, say(one => `${one.machine} · ${one.axis}`), say(one => (one.standing >= 1000 ? '1,000 or more' : number(one.standing))), say(one => number(one.times)), ageCell(one => one.last_at)],
    ['', 'wide', 'num', 'num wide', 'num']), 'Nothing has failed.');
  return page({
    title: 'Failures',
    parts: [head('Failures', 'Errors of one kind are one line: numbers, ids and quoted texts in them do not count.'), card('Kinds', list.element)],
    gap: 1000,
    load: signal => get('/v1/failures', { limit: 200 }, signal),
    draw: all => list.set(all.failures),
  });
}

export function failure({ parameter: id, query }) {
  const machine = query.get('machine') || '';
  const axis = query.get('axis') || 'status';
  const chosen = new Set();
  const title = h('span', { cls: 'isolate' }, 'Failure');
  const sample = h('pre', { tabindex: '0', 'aria-label': 'The newest error of this kind' });
  const facts = h('p', { cls: 'muted' });
  let standing = 0;

  const pick = may.operate() ? item => h('input', {
    type: 'checkbox', 'aria-label': `Choose ${item.id}`, onchange: event => { (event.target.checked ? chosen.add(item.id) : chosen.delete(item.id)); buttons(); },
  }) : null;
  const list = failedTable('Items that stand failed so', 'No item stands failed with this error.', pick);
  const some = h('button', { type: 'button', disabled: true, onclick: () => run([...chosen].map(each => [each, axis])) }, 'Requeue chosen');
  const all = h('button', { type: 'button', cls: 'main', onclick: () => run(null) }, 'Requeue all');

  function buttons() {
    some.disabled = !chosen.size;
    text(some, chosen.size ? `Requeue ${number(chosen.size)} chosen` : 'Requeue chosen');
    all.disabled = !standing;
  }

  async function run(these) {
    let before;
    let over = false;
    const next = async () => {
      if (over) return [];
      if (these) {
        over = true;
        return these;
      }
      const found = await get('/v1/items', { failure: id, machine, limit: 200, before, payload: 'false' });
      before = found.next;
      over = !before;
      return found.items.map(each => [each.id, axis]);
    };
    const count = these ? these.length : standing;
    await requeueMany(next, count, count === 1 ? 'one item' : `${count >= 1000 ? 'all' : number(count)} items`);
    chosen.clear();
    list.body.querySelectorAll('input').forEach(each => { each.checked = false; });
    buttons();
    opened.refresh();
  }

  const opened = page({
    title: 'Failure',
    parts: [head(title, `Failure of ${cut(visible(machine), 70)} · ${cut(visible(axis), 70)}`, may.operate() ? some : null, may.operate() ? all : null),
      card('The newest error of this kind', h('div', {}, sample, h('div', { cls: 'body' }, facts))), card('Items that stand failed so', list.element)],
    gap: 700,
    async load(signal) {
      const [groups, items] = await Promise.all([get('/v1/failures', { failure: id }, signal), get('/v1/items', { failure: id, machine, limit: 100, payload: 'false' }, signal)]);
      const group = groups.failures.find(each => (!machine || each.machine === machine) && each.axis === axis);
      if (!group && !items.items.length) throw new ApiError(404, { detail: 'There is no such failure, or no longer: what is old is forgotten.' });
      return { group, items, behind: items.behind };
    },
    draw({ group, items }) {
      standing = group?.standing ?? items.items.length;
      text(title, cut(visible(group?.pattern || 'Failure'), 120));
      text(sample, cut(visible(group?.sample || ''), 5000));
      if (group && facts.dataset.at !== String(group.last_at + group.times)) {
        facts.dataset.at = String(group.last_at + group.times);
        facts.replaceChildren(`Met ${number(group.times)} times, first `, when(group.first_at), ', last ', when(group.last_at), '.');
      }
      const there = new Set(items.items.map(each => each.id));
      [...chosen].forEach(each => there.has(each) || chosen.delete(each));
      list.set(items.items);
      buttons();
      attribute(opened.element, 'data-standing', standing);
    },
  });
  return opened;
}
