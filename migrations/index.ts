import { Migration20261128000000_initial } from './Migration20261128000000_initial.ts';
import { Migration20261128050000_administration } from './Migration20261128050000_administration.ts';
import { Migration20261128051000_outgoing_mail } from './Migration20261128051000_outgoing_mail.ts';
import { Migration20261128052000_account_tokens } from './Migration20261128052000_account_tokens.ts';
import { Migration20261128053000_two_factor } from './Migration20261128053000_two_factor.ts';
import { Migration20261128060000_organizations } from './Migration20261128060000_organizations.ts';
import { Migration20261128061000_plans } from './Migration20261128061000_plans.ts';
import { Migration20261128062000_api_keys } from './Migration20261128062000_api_keys.ts';
import { Migration20261128063000_rate_limits } from './Migration20261128063000_rate_limits.ts';
import { Migration20261128070000_runs } from './Migration20261128070000_runs.ts';
import { Migration20261128071000_loops_and_mails } from './Migration20261128071000_loops_and_mails.ts';
import { Migration20261128072000_fair_outbox } from './Migration20261128072000_fair_outbox.ts';
import { Migration20261128073000_member_pages } from './Migration20261128073000_member_pages.ts';
import { Migration20261128074000_payer_of_waits } from './Migration20261128074000_payer_of_waits.ts';
import { Migration20261128075000_usage_days } from './Migration20261128075000_usage_days.ts';
import { Migration20261128080000_trace_of_events } from './Migration20261128080000_trace_of_events.ts';
import { Migration20261128081000_fields_of_dry_runs } from './Migration20261128081000_fields_of_dry_runs.ts';
import { Migration20261128082000_lists } from './Migration20261128082000_lists.ts';
import { Migration20261128083000_list_totals } from './Migration20261128083000_list_totals.ts';
import { Migration20261128084000_rate_counters } from './Migration20261128084000_rate_counters.ts';
import { Migration20261128085000_outbox_of_runs } from './Migration20261128085000_outbox_of_runs.ts';
import { Migration20261128086000_retries_of_starts } from './Migration20261128086000_retries_of_starts.ts';

/** Every migration in the order of application. A file that is not listed here does not exist for the program. */
export const migrations = [
  { name: 'Migration20261128000000_initial', class: Migration20261128000000_initial },
  { name: 'Migration20261128050000_administration', class: Migration20261128050000_administration },
  { name: 'Migration20261128051000_outgoing_mail', class: Migration20261128051000_outgoing_mail },
  { name: 'Migration20261128052000_account_tokens', class: Migration20261128052000_account_tokens },
  { name: 'Migration20261128053000_two_factor', class: Migration20261128053000_two_factor },
  { name: 'Migration20261128060000_organizations', class: Migration20261128060000_organizations },
  { name: 'Migration20261128061000_plans', class: Migration20261128061000_plans },
  { name: 'Migration20261128062000_api_keys', class: Migration20261128062000_api_keys },
  { name: 'Migration20261128063000_rate_limits', class: Migration20261128063000_rate_limits },
  { name: 'Migration20261128070000_runs', class: Migration20261128070000_runs },
  { name: 'Migration20261128071000_loops_and_mails', class: Migration20261128071000_loops_and_mails },
  { name: 'Migration20261128072000_fair_outbox', class: Migration20261128072000_fair_outbox },
  { name: 'Migration20261128073000_member_pages', class: Migration20261128073000_member_pages },
  { name: 'Migration20261128074000_payer_of_waits', class: Migration20261128074000_payer_of_waits },
  { name: 'Migration20261128075000_usage_days', class: Migration20261128075000_usage_days },
  { name: 'Migration20261128080000_trace_of_events', class: Migration20261128080000_trace_of_events },
  { name: 'Migration20261128081000_fields_of_dry_runs', class: Migration20261128081000_fields_of_dry_runs },
  { name: 'Migration20261128082000_lists', class: Migration20261128082000_lists },
  { name: 'Migration20261128083000_list_totals', class: Migration20261128083000_list_totals },
  { name: 'Migration20261128084000_rate_counters', class: Migration20261128084000_rate_counters },
  { name: 'Migration20261128085000_outbox_of_runs', class: Migration20261128085000_outbox_of_runs },
  { name: 'Migration20261128086000_retries_of_starts', class: Migration20261128086000_retries_of_starts },
];
