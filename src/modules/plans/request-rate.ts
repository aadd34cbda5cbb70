/**
 * SQL of the request limit of account `u` per minute: that of its plan `p`, or the highest of its organizations' plans. Null
 * means the general limit.
 */
export const REQUESTS_PER_MINUTE = `coalesce(p.requests_per_minute, (
             select max(op.requests_per_minute)
             from membership rm join organization ro on ro.id = rm.organization_id
             join plan op on op.subject = ro.public_id
             where rm.user_id = u.id))`;
