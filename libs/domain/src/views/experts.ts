import type { ExpertView } from '@askline/contracts'
import { experts, statement, type Tx, types, users } from '@askline/db'
import { shownNameOf } from '../companies/shown-name.ts'
import { expertView } from '../people/author.ts'
import { avatarHostsColumn } from '../people/avatars.ts'

const named = statement({
  name: 'experts-by-id',
  params: [types.uuid, types.array(types.uuid)],
  row: {
    uuid: users.id,
    name: users.name,
    avatar: users.avatarUrl,
    avatarHosts: types.json<string[]>(),
    isOfficial: experts.isOfficial,
    isCertified: experts.isCertified,
    isElite: experts.isElite,
    numberOfAnswers: experts.numberOfAnswers,
    ratedAnswers: experts.ratedAnswers,
    ratingSum: experts.ratingSum,
    lastActive: types.text,
  },
  text: `select u.id as uuid, ${shownNameOf('u')} as name, u.avatar_url as avatar,
      ${avatarHostsColumn} as "avatarHosts", e.is_official as "isOfficial", e.is_certified as "isCertified",
      e.is_elite as "isElite", e.number_of_answers as "numberOfAnswers", e.rated_answers as "ratedAnswers",
      e.rating_sum as "ratingSum",
      to_char(e.last_active_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "lastActive"
    from experts e join users u on u.id = e.user_id and u.company_id = e.company_id where e.company_id = $1 and e.user_id = any($2::uuid[])`,
})

/** Returns the company's experts with these uuids, as askers see them. Omits unknown ones. */
export async function viewExperts(
  tx: Tx,
  companyId: string,
  expertIds: readonly string[],
  publicUrl: string,
): Promise<Map<string, ExpertView>> {
  const rows = await tx.query(named, [companyId, [...expertIds]])
  return new Map(rows.map((row) => [row.uuid, expertView(row, '', { publicUrl, avatarHosts: row.avatarHosts })]))
}
