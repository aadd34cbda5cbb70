/** Posts JSON and answers what came back; a refusal is thrown in the service's own words, with its `code`. */
export async function post(path, body, accessToken) {
  const headers = { 'content-type': 'application/json' };
  if (accessToken) headers.authorization = `Bearer ${accessToken}`;
  const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
  const answer = await response.json();
  if (!response.ok) {
    const told = answer.errors?.[0]?.message ?? answer.detail ?? answer.title;
    throw Object.assign(new Error(told), { code: answer.code });
  }
  return answer;
}

/** Runs `submit` when the form is sent, one at a time, and tells how it ended. A text it answers ends the form. */
export function handle(submit) {
  const form = document.querySelector('form');
  const status = document.querySelector('[role="status"]');
  const button = form.querySelector('button');
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    button.disabled = true;
    status.textContent = '';
    try {
      const done = await submit();
      if (done !== undefined) {
        form.hidden = true;
        status.textContent = done;
      }
    } catch (error) {
      status.textContent = error.message;
    } finally {
      button.disabled = false;
    }
  });
}

/** The token of the link. It leaves the address bar at once, so that it stays in no history or screenshot. */
export function takeToken() {
  const token = new URLSearchParams(location.search).get('token') ?? '';
  history.replaceState(null, '', location.pathname);
  return token;
}

export const textOf = (id) => document.getElementById(id).value;
