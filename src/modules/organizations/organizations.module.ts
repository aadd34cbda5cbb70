import type { MikroORM } from '@mikro-orm/postgresql';
import type { Clock } from '../../infra/clock.ts';
import type { MailOutbox } from '../../infra/mailer/mail-outbox.ts';
import type { MailSender } from '../../infra/mailer/mail-sender.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { createAcceptInvitation } from './accept-invitation.ts';
import { createInvitationsService } from './invitations.service.ts';
import { createMembersService } from './members.service.ts';
import { createOrganizationsService } from './organizations.service.ts';

interface OrganizationsDeps {
  orm: MikroORM;
  clock: Clock;
  audit: AuditService;
  mailOutbox: MailOutbox;
  mailSender: Pick<MailSender, 'wake'>;
}

/** Organizations, their members and invitations. */
export function createOrganizations(deps: OrganizationsDeps) {
  return {
    organizations: createOrganizationsService(deps),
    members: createMembersService(deps),
    invitations: createInvitationsService(deps),
    acceptInvitation: createAcceptInvitation(deps),
  };
}
