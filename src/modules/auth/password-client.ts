import type { FastifyReply, FastifyRequest } from 'fastify';
import { abortOnDisconnect } from '../../http/abort-on-disconnect.ts';
import { rateKeyOfAddress } from '../../http/client-address.ts';
import type { PasswordClient } from './passwords.ts';

/** The client of a request that contains a password. */
export function passwordClientOf({ ip }: FastifyRequest, reply: FastifyReply): PasswordClient {
  return { owner: rateKeyOfAddress(ip), signal: abortOnDisconnect(reply) };
}
