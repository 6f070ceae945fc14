// Where no page is.

import { h } from '../dom.js';
import { card, head, link } from '../parts.js';
import { page } from '../page.js';

export function nowhere() {
  const body = h('p', { cls: 'body' }, 'The address is mistyped, or from another version. Go to the ', link('#/', 'overview'), ', or search: press /.');
  return page({ title: 'No such page', parts: [head('There is no such page'), card('What now', body)], gap: 60000, load: async () => ({}), draw() {} });
}
