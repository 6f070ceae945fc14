// How times, numbers and states are written.

const NUMBER = new Intl.NumberFormat('en');
const RATE = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

export const number = value => NUMBER.format(value ?? 0);
export const rate = value => RATE.format(value ?? 0);

/** A span in the largest unit that is not 0, and the next. */
export function span(millis) {
  const seconds = Math.max(0, millis) / 1000;
  if (seconds < 1) return `${Math.round(Math.max(0, millis))} ms`;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 60) return `${Math.floor(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.floor(seconds % 60)} s`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h ${minutes % 60} min`;
  return `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/** The same for columns that are drawn again each second. */
export function age(millis) {
  const seconds = Math.floor(Math.max(0, millis) / 1000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 172800) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / 86400)} d`;
}

export function time(millis) {
  const at = new Date(millis);
  const day = at.toDateString() === new Date().toDateString() ? '' : at.toLocaleDateString('sv') + ' ';
  return day + at.toLocaleTimeString('sv');
}

export const exact = millis => new Date(millis).toISOString();

const BAD = /fail|dead|error|reject|exhaust/;

/** Which colour an axis has: what is held is busy, what has ended is good or bad, what waits for its time waits. */
export function tone(axis) {
  if (axis.claimed_by) return 'busy';
  if (BAD.test(axis.status)) return 'bad';
  if (/^has ended/.test(axis.wakeup)) return axis.status === 'cancelled' ? '' : 'good';
  return /^(failed and is tried|starts on|waits because|waits in line)/.test(axis.wakeup) ? 'wait' : '';
}

/** What is not seen, or turns the text around it, is shown as JSON would write it; the text itself stays as it is. */
export const visible = value => String(value ?? '').replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
  each => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** With times as they are here, in place of those that machines read. */
export const local = sentence => sentence.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, each => time(Date.parse(each)));

/** Without its escapes; null if they are broken. */
export function plain(escaped) {
  try {
    return decodeURIComponent(escaped);
  } catch {
    return null;
  }
}

/** A text that cannot make the page slow. */
export function cut(value, most) {
  const whole = String(value ?? '');
  return whole.length > most ? `${whole.slice(0, most)}…` : whole;
}
