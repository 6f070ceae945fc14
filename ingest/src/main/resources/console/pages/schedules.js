// What is posted by itself, and when next.

import { get, now } from '../api.js';
import { span, time } from '../format.js';
import { card, head, row, say, table } from '../parts.js';
import { page } from '../page.js';

export function schedules() {
  const list = table('Schedules', [['Name', ''], ['Cron, in UTC', 'w4'], ['Posts', 'w4 wide'], ['Next', 'w4 wide'], ['In', 'w3 num']], each => each.name,
    () => row([say(each => each.name), say(each => each.cron), say(each => each.machine), say(each => time(each.next)), say(each => span(each.next - now()))], ['', 'mono', 'wide', 'wide', 'num']),
    'Nothing is posted by itself. Add a schedule with odradek schedule.');
  return page({
    title: 'Schedules',
    parts: [head('Schedules', 'What is posted by itself.'), card('Schedules', list.element)],
    gap: 2000,
    load: signal => get('/v1/schedules', {}, signal),
    draw: all => list.set([...all.schedules].sort((one, other) => one.next - other.next)),
  });
}
