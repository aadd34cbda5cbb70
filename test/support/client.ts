import { type ApiClient, type ClientOptions, createClient, getData, logIn } from '../../src/client/client.ts';
import type { TestApp } from './app.ts';
import { TEST_PASSWORD } from './login.ts';
import { deliverMail } from './mails/mails.ts';

/** The application as programs elsewhere reach it: over the wire, by the client. */
export interface TestClients {
  /** A client without a token, or with the given one. */
  client(options?: Omit<ClientOptions, 'baseUrl'>): ApiClient;
  /** A client of an account whose password is TEST_PASSWORD. */
  logIn(email: string): Promise<ApiClient>;
  /** Registers, follows the link of the mail and logs in. */
  signUp(email: string): Promise<ApiClient>;
}

/** Lets the application listen. Every response is checked against the API description. */
export async function openToClients(test: TestApp): Promise<TestClients> {
  const baseUrl = await test.app.listen({ port: 0, host: '127.0.0.1' });
  const enter = (email: string) => logIn({ baseUrl }, { email, password: TEST_PASSWORD });
  return {
    client: (options = {}) => createClient({ baseUrl, ...options }),
    logIn: enter,
    async signUp(email) {
      const guest = createClient({ baseUrl });
      await getData(guest.POST('/api/auth/register', { body: { email, password: TEST_PASSWORD } }));
      const { token } = await deliverMail(test);
      await getData(guest.GET('/api/auth/verify', { params: { query: { token } } }));
      return enter(email);
    },
  };
}
