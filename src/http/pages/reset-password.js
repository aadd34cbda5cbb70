import { handle, post, takeToken, textOf } from './form.js';

const token = takeToken();

handle(async () => {
  if (textOf('password') !== textOf('again')) throw new Error('The two passwords are not the same.');
  await post('/api/auth/reset-password', { token, newPassword: textOf('password') });
  return 'The new password is set. You can log in with it.';
});
