import { handle, post, textOf } from '/pages/form.js';

handle(async () => {
  await post('/session', { accessToken: textOf('token') });
  return "Temporal's UI can now read payloads.";
});
