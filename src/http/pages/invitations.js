import { handle, post, takeToken, textOf } from './form.js';

const token = takeToken();
const second = document.getElementById('second');

/** A log-in that needs a code: its challenge and the credentials it began with. */
let started;

/** Logs in. Returns undefined when a code is needed first. */
async function logIn() {
  const credentials = { email: textOf('email'), password: textOf('password') };
  const typed = JSON.stringify(credentials);
  if (started?.typed === typed) return finish(started.challengeToken);
  const login = await post('/api/auth/login', credentials);
  second.hidden = !login.requires2FA;
  if (!login.requires2FA) return login;
  started = { typed, challengeToken: login.challengeToken };
  document.getElementById('code').value = '';
  document.getElementById('code').focus();
  return undefined;
}

/** A challenge works once and expires soon. Then the next attempt starts with the password. */
async function finish(challengeToken) {
  try {
    const login = await post('/api/auth/verify-2fa', { challengeToken, code: textOf('code') });
    started = undefined;
    return login;
  } catch (error) {
    if (error.code === 'CHALLENGE_INVALID') started = undefined;
    throw error;
  }
}

handle(async () => {
  const login = await logIn();
  if (login === undefined) return undefined;
  await post('/api/invitations/accept', { token }, login.accessToken);
  return 'You are now a member of the organization.';
});
