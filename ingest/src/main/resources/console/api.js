// The one way to the server: its public API, with the token that was entered here, if any.

const KEY = 'odradek-token';

export const token = {
  get: () => sessionStorage.getItem(KEY) || '',
  set: value => (value ? sessionStorage.setItem(KEY, value) : sessionStorage.removeItem(KEY)),
};

export class ApiError extends Error {
  constructor(status, problem) {
    super(problem?.detail || problem?.title || (status ? `The server answered ${status}.` : 'The server does not answer.'));
    this.status = status;
    this.code = problem?.code;
  }
}

let ahead = 0;

/** What time it is for the server: clocks of browsers are wrong by minutes at times, and leases by seconds matter. */
export const now = () => Date.now() + ahead;

/** An answer's date is cut to seconds and comes a little late: less than that is no difference. */
function compare(date) {
  const apart = Date.parse(date) + 500 - Date.now();
  if (Number.isFinite(apart) && Math.abs(apart - ahead) > 2500) ahead = apart;
}

export function headers(more) {
  const all = { ...more };
  if (token.get()) all.Authorization = `Bearer ${token.get()}`;
  return all;
}

async function send(path, options) {
  let answer;
  try {
    answer = await fetch(path, { cache: 'no-store', credentials: 'omit', ...options });
  } catch (failure) {
    if (failure.name === 'AbortError') throw failure;
    throw new ApiError(0, null);
  }
  compare(answer.headers.get('Date'));
  const type = answer.headers.get('Content-Type') || '';
  const body = type.includes('json') ? await answer.json().catch(() => null) : null;
  if (!answer.ok) {
    if (answer.status === 401) window.dispatchEvent(new Event('odradek-sign-in'));
    throw new ApiError(answer.status, body);
  }
  return body;
}

/** Empty values are left out of the query. */
export function get(path, query, signal) {
  const pairs = new URLSearchParams(Object.entries(query || {}).filter(([, value]) => value !== undefined && value !== ''));
  return send(path + (pairs.size ? `?${pairs}` : ''), { headers: headers(), signal });
}

export function post(path, body) {
  return send(path, {
    method: 'POST',
    headers: headers(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    body: body === undefined ? undefined : JSON.stringify(body),
  });
}

export const segment = value => encodeURIComponent(value);
