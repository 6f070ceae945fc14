// What operators have done.

import { h } from '../dom.js';
import { get } from '../api.js';
import { cut, plain, visible } from '../format.js';
import { card, head, row, say, table, when } from '../parts.js';
import { page } from '../page.js';

export function audit() {
  const list = table('Audit', [['When', 'w4'], ['Who', 'w4 wide'], ['What', ''], ['Status', 'w2 num']], each => `${each.at}/${each.target}/${each.action}/${each.who}`,
    each => row([{ element: when(each.at), update() {} }, say(one => one.who), {
      element: h('span', {}, h('span', {}, `${each.action.split(' ')[0]} `), h('span', { cls: 'mono isolate' }, cut(visible(plain(each.target) ?? each.target), 200))), update() {},
    }, say(one => one.status)], ['', 'wide isolate', '', 'num']), 'No operator has done anything yet.');
  return page({
    title: 'Audit',
    parts: [head('Audit', 'What was done with the scope operate, newest first. Who is the id of a token: odradek token list names them.'), card('Done', list.element)],
    gap: 2000,
    load: signal => get('/v1/audit', {}, signal),
    draw: all => list.set(all.audit),
  });
}
