import { handle, post, takeToken, textOf } from './form.js';

const token = takeToken();

handle(async () => {
  if (textOf('password') !== textOf('again')) throw new Error('The passwords do not match.');
  await post('/api/auth/reset-password', { token, newPassword: textOf('password') });
  return 'Your password was changed. You can now log in.';
});
