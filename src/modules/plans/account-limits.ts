/**
 * SQL of a limit of account `u`: that of its plan `p`, or the highest of its organizations' plans. Null means the general
 * limit.
 */
const limitOf = (column: 'requests_per_minute' | 'mails_per_day') => `coalesce(p.${column}, (
             select max(op.${column})
             from membership rm join organization ro on ro.id = rm.organization_id
             join plan op on op.subject = ro.public_id
             where rm.user_id = u.id))`;

export const REQUESTS_PER_MINUTE = limitOf('requests_per_minute');
export const MAILS_PER_DAY = limitOf('mails_per_day');
