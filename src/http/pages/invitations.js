import { handle, post, takeToken, textOf } from './form.js';

const token = takeToken();
const second = document.getElementById('second');

/** The log-in that waits for its code: its challenge, and the address and password it was begun with. */
let begun;

/** Answers the log-in; nothing while a code is still to be typed. */
async function logIn() {
  const credentials = { email: textOf('email'), password: textOf('password') };
  const typed = JSON.stringify(credentials);
  if (begun?.typed === typed) return finish(begun.challengeToken);
  const login = await post('/api/auth/login', credentials);
  second.hidden = !login.requires2FA;
  if (!login.requires2FA) return login;
  begun = { typed, challengeToken: login.challengeToken };
  document.getElementById('code').value = '';
  document.getElementById('code').focus();
  return undefined;
}

/** A challenge works once and not for long: once it is used or over, the next try begins with the password. */
async function finish(challengeToken) {
  try {
    const login = await post('/api/auth/verify-2fa', { challengeToken, code: textOf('code') });
    begun = undefined;
    return login;
  } catch (error) {
    if (error.code === 'CHALLENGE_INVALID') begun = undefined;
    throw error;
  }
}

handle(async () => {
  const login = await logIn();
  if (login === undefined) return undefined;
  await post('/api/invitations/accept', { token }, login.accessToken);
  return 'Welcome. You are a member now.';
});
