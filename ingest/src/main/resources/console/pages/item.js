// One item: where it stands and why, what has become of it, what it holds, where it came from and what came from it.

import { h, text, attribute } from '../dom.js';
import { get, segment } from '../api.js';
import { cut, local, number, span, tone, visible } from '../format.js';
import { card, head, itemLink, itemTable, leaseCell, link, row, say, table, when } from '../parts.js';
import { cancel, requeue } from '../actions.js';
import { page } from '../page.js';
import { timeline } from './timeline.js';

const MOST_SHOWN = 20000;

function axisRow(entry, refresh) {
  const tag = h('span', { cls: 'tag' });
  const act = h('span', {}, requeue(entry.id, entry.name, refresh, 'small'));
  return row([say(each => each.name), {
    element: tag,
    update(each) {
      text(tag, each.axis.status);
      attribute(tag, 'class', `tag ${tone(each.axis)}`);
    },
  }, say(each => visible(each.axis.claimed_by)), leaseCell(each => each.axis), say(each => each.axis.attempts), {
    element: act,
    update: each => attribute(act, 'hidden', ['bad', 'wait'].includes(tone(each.axis)) ? null : ''),
  }],
  ['', '', 'wide isolate', '', 'num wide', 'act']);
}

/** Each attempt: who had it, for how long, and how it ended. */
function attempts(history) {
  const found = [];
  for (const fact of history) {
    if (fact.type !== 'Moved') continue;
    const open = found.find(each => each.axis === fact.axis && !each.ended);
    // What was claimed and ended in one step is one fact.
    if (fact.details?.through) found.push({ key: fact.cause, axis: fact.axis, number: fact.attempt, holder: fact.holder, from: fact.at, ended: fact.at, outcome: fact.why, error: fact.error, to: fact.to });
    else if (fact.why === 'claimed') found.push({ key: fact.cause, axis: fact.axis, number: fact.attempt, holder: fact.holder, from: fact.at });
    else if (open) Object.assign(open, { ended: fact.at, outcome: fact.why, error: fact.error, to: fact.to });
  }
  return found.reverse();
}

function shown(payload) {
  const whole = JSON.stringify(payload, null, 2) ?? 'null';
  return { text: cut(visible(whole), MOST_SHOWN), left: Math.max(0, whole.length - MOST_SHOWN), whole };
}

export function item({ parameter: id }) {
  const why = h('div', { cls: 'body say isolate', 'aria-live': 'polite' });
  const picture = h('div', { cls: 'body' });
  const payload = h('pre', { tabindex: '0', 'aria-label': 'Payload', dir: 'ltr' });
  const left = h('p', { cls: 'empty', hidden: true });
  const facts = h('dl', { cls: 'facts' });
  const refresh = () => opened.refresh();
  const axes = table('Axes', [['Axis', ''], ['State', 'w4'], ['Held by', 'w6 wide'], ['Lease', 'w3'], ['Attempts', 'w2 num wide'], ['', 'w3']], each => each.name, each => axisRow(each, refresh));
  const tries = table('Attempts', [['#', 'w1'], ['Worker', ''], ['Began', 'w3 wide'], ['Took', 'w3 num'], ['Outcome', 'w4'], ['Error', 'w6 wide']], each => each.key,
    () => row([say(each => each.number), say(each => visible(each.holder)), say(each => new Date(each.from).toLocaleTimeString('sv')),
      say(each => (each.ended ? span(each.ended - each.from) : 'running')), say(each => each.outcome || ''), say(each => cut(visible(each.error), 300))],
    ['', 'isolate', 'wide', 'num', '', 'wide muted isolate']), 'No worker has taken it yet.');
  const children = itemTable('Items it spawned', 'It has spawned nothing.');
  const log = table('Facts', [['When', 'w4'], ['Fact', 'w3'], ['Axis', 'w3 wide'], ['Move', 'w6'], ['Who or why', 'wide']], each => each.cause + each.type + each.axis,
    fact => row([{ element: when(fact.at), update() {} }, say(each => each.type), say(each => each.axis), say(each => (each.from || each.to ? [each.from || '', each.details?.through, each.to || ''].filter(step => step !== undefined).join(' → ') : '')),
      say(each => cut(visible([each.why, each.holder, each.error].filter(Boolean).join(' · ')), 200))], ['', '', 'wide', '', 'wide muted isolate']));
  const stop = cancel(id, refresh);
  let drawn = '';

  const opened = page({
    title: cut(visible(id), 40),
    parts: [head(h('span', { cls: 'isolate' }, cut(visible(id), 120)), 'Item', stop), card('Why it is where it is', why), card('Timeline', picture), card('Axes', axes.element),
      h('div', { cls: 'two' }, card('Payload', h('div', {}, payload, left)), card('About', h('div', { cls: 'body' }, facts))),
      card('Attempts', tries.element), card('Spawned', children.element), card('Facts', log.element)],
    concerns: told => told.table === 'items' && told.id === id,
    gap: 300,
    async load(signal) {
      const base = `/v1/items/${segment(id)}`;
      const missing = [];
      /** The item itself is known without the read model; what is not is left out, and said. */
      const or = (asked, instead) => asked.catch(failure => {
        if (failure.name === 'AbortError') throw failure;
        if (failure.status !== 404) missing.push(failure.message);
        return instead;
      });
      const [whole, reason, past, spawned] = await Promise.all([get(base, {}, signal), or(get(`${base}/why`, {}, signal), null),
        or(get(`${base}/history`, { limit: 300 }, signal), { history: [] }), or(get('/v1/items', { parent: id, limit: 50, payload: 'false' }, signal), { items: [] })]);
      return { whole, reason, past, spawned, behind: missing.length ? `not everything could be read. ${missing[0]}` : past.behind };
    },
    draw({ whole, reason, past, spawned }) {
      const lines = reason?.why || Object.entries(whole.axes).map(([name, axis]) => `${name} ${axis.wakeup}`);
      const sentences = lines.map(line => local(cut(visible(line), 600)));
      if (why.textContent !== sentences.join('')) why.replaceChildren(...sentences.map(line => h('p', {}, line)));
      axes.set(Object.entries(whole.axes).map(([name, axis]) => ({ id, name, axis })));
      const state = JSON.stringify([past.history.length, whole.updated_at, whole.axes]);
      if (state !== drawn) {
        drawn = state;
        picture.replaceChildren(timeline(past.history, whole, Math.max(560, picture.clientWidth - 37 || 900)));
      }
      const body = shown(whole.payload);
      text(payload, body.text);
      text(left, `${number(body.left)} more characters are not shown.`);
      attribute(left, 'hidden', body.left ? null : '');
      about(facts, whole);
      tries.set(attempts(past.history));
      children.set(spawned.items);
      log.set([...past.history].reverse().slice(0, 200));
      if (stop) attribute(stop, 'hidden', Object.values(whole.axes).every(axis => /^has ended/.test(axis.wakeup)) ? '' : null);
    },
  });
  return opened;
}

function about(facts, whole) {
  if (facts.dataset.of === String(whole.updated_at)) return;
  facts.dataset.of = String(whole.updated_at);
  const entry = (name, value) => [h('dt', {}, name), h('dd', { cls: 'isolate' }, value)];
  facts.replaceChildren(...[
    entry('Machine', link(`#/search?q=${encodeURIComponent(`machine:${whole.machine}`)}`, `${whole.machine}, version ${whole.version}`)),
    entry('Spawned by', whole.parent ? itemLink(whole.parent) : 'nothing: it was posted'),
    entry('Partition key', cut(visible(whole.partition_key), 120)), entry('Created', when(whole.created_at)), entry('Last move', when(whole.updated_at)),
  ].flat());
}
