import { companyDefaults, type PageLanguage, pageLanguages } from '@askline/contracts'

const guest: Record<PageLanguage, string> = { en: 'Guest', de: 'Gast' }
const guestIn = pageLanguages.map((language) => `when '${language}' then '${guest[language]}'`).join(' ')

/**
 * Returns SQL: the name of a person as views show it, from a row of `users` under the given name. A person without a name is
 * "Guest 7f3a", by the last four hex digits of their id, in the language of the company. Null if an outer join found no row.
 */
export const shownNameOf = (person: string): string => `case when ${person}.name = '' then
    (select case coalesce(g.settings ->> 'language', '${companyDefaults.language}') ${guestIn} end
      from companies g where g.id = ${person}.company_id) || ' ' || right(${person}.id::text, 4)
    else ${person}.name end`
