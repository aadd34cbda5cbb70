/**
 * SQL of the requests a minute that the account `u` may make: of its own plan `p`, else the most that the plan of one of its
 * organizations gives it; null where the general limit counts.
 */
export const REQUESTS_PER_MINUTE = `coalesce(p.requests_per_minute, (
             select max(op.requests_per_minute)
             from membership rm join organization ro on ro.id = rm.organization_id
             join plan op on op.subject = ro.public_id
             where rm.user_id = u.id))`;
