// Finds items by whatever names them: an id, or a word that is a queue, a state, a machine, a worker or a parent.

import { h, attribute, text } from '../dom.js';
import { get, segment } from '../api.js';
import { cut, number, visible } from '../format.js';
import { card, head, itemTable, queueLink } from '../parts.js';
import { page } from '../page.js';

const FIELDS = ['queue', 'state', 'machine', 'holder', 'parent', 'failure'];
const SAYS = { queue: 'On the queue', state: 'In the state', machine: 'Of the machine', holder: 'Held by', parent: 'Spawned by', failure: 'Failed with', filter: 'Items' };

/** `state:failed machine:report` is a filter; anything else is one word, tried as everything. */
export function understand(words) {
  const parts = words.split(/\s+/).map(each => /^(\w+):(.+)$/.exec(each));
  if (parts.every(each => each && FIELDS.includes(each[1]))) return { filter: Object.fromEntries(parts.map(each => [each[1], each[2]])) };
  return { word: words };
}

export function search({ query }) {
  const wanted = (query.get('q') || '').trim();
  const asked = understand(wanted);
  const summary = h('p', { cls: 'muted', role: 'status' }, 'Searching');
  const groups = (asked.filter ? ['filter'] : ['item', ...FIELDS]).map(field => {
    const list = itemTable(`${SAYS[field] || 'Item'} ${cut(wanted, 60)}`, 'Nothing.');
    return { field, list, element: card(field === 'item' ? 'The item' : `${SAYS[field]}${field === 'filter' ? '' : ` ${cut(wanted, 60)}`}`, list.element) };
  });
  groups.forEach(each => attribute(each.element, 'hidden', ''));
  document.getElementById('search-text').value = wanted;
  const queuesNamed = signal => get('/v1/queues', {}, signal).then(all => all.queues.map(each => each.queue).filter(each => each === wanted));
  const places = h('p', { hidden: true });
  return page({
    title: 'Search',
    parts: [head('Search', null), places, summary, h('p', { cls: 'muted small' }, 'By id, queue, state, machine, worker or parent; or narrower, such as ', h('code', {}, 'state:failed machine:report'), '.'), groups.map(each => each.element)],
    gap: 1500,
    async load(signal) {
      if (!wanted) return { found: [], named: [] };
      const list = parameters => get('/v1/items', { ...parameters, limit: 50, payload: 'false' }, signal).then(found => found.items);
      const [named, found] = await Promise.all([asked.word ? queuesNamed(signal) : [], Promise.all(groups.map(async ({ field }) => {
        if (field === 'filter') return list(asked.filter);
        if (field === 'item') return get(`/v1/items/${segment(wanted)}`, {}, signal).then(found => [found], failure => (failure.status === 404 || failure.status === 400 ? [] : Promise.reject(failure)));
        return list({ [field]: wanted });
      }))]);
      return { found, named };
    },
    draw({ found, named }) {
      if (places.childElementCount !== named.length) places.replaceChildren(...named.map(queue => h('span', {}, 'There is a queue of this name: ', queueLink(queue), '.')));
      attribute(places, 'hidden', named.length ? null : '');
      let sum = 0;
      groups.forEach((group, place) => {
        const items = found[place] || [];
        sum += items.length;
        group.list.set(items);
        attribute(group.element, 'hidden', items.length ? null : '');
      });
      text(summary, wanted ? (sum ? `${number(sum)} found, the newest 50 of each kind.` : named.length ? 'No item goes by it now.' : `Nothing goes by ${cut(visible(wanted), 100)}.`) : 'What are you looking for?');
    },
  });
}
