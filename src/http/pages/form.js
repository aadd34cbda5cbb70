/** Posts JSON and returns the body of the response. Throws the message of an error response, with its `code`. */
export async function post(path, body, accessToken) {
  const headers = { 'content-type': 'application/json' };
  if (accessToken) headers.authorization = `Bearer ${accessToken}`;
  const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
  const responseBody = await response.json();
  if (!response.ok) {
    const message = responseBody.errors?.[0]?.message ?? responseBody.detail ?? responseBody.title;
    throw Object.assign(new Error(message), { code: responseBody.code });
  }
  return responseBody;
}

/** Runs `submit` when the form is submitted and shows the outcome. A text it returns replaces the form. */
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

/** The token of the link. It is removed from the address bar, so that the history does not store it. */
export function takeToken() {
  const token = new URLSearchParams(location.search).get('token') ?? '';
  history.replaceState(null, '', location.pathname);
  return token;
}

export const textOf = (id) => document.getElementById(id).value;
