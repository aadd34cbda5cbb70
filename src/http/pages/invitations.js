import { handle, post, takeToken, textOf } from './form.js';

const token = takeToken();
let challengeToken;

handle(async () => {
  const login =
    challengeToken === undefined
      ? await post('/api/auth/login', { email: textOf('email'), password: textOf('password') })
      : await post('/api/auth/verify-2fa', { challengeToken, code: textOf('code') });
  if (login.requires2FA) {
    challengeToken = login.challengeToken;
    document.getElementById('second').hidden = false;
    document.getElementById('code').focus();
    return undefined;
  }
  await post('/api/invitations/accept', { token }, login.accessToken);
  return 'Welcome. You are a member now.';
});
