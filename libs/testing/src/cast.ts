import type { CategorySettings, CompanySettings } from '@askline/contracts'
import { categories, companies, type Database, experts, integrations, newId, ormOf, users } from '@askline/db'

export type Cast = {
  companyId: string
  categoryId: string
  /** A category whose questions several experts answer. */
  communityId: string
  integrationId: string
  systemId: string
  /** Askers. */
  ada: string
  adam: string
  /** Experts who speak English. */
  bruno: string
  carla: string
  /** An expert who also speaks Spanish. */
  carlos: string
  /** Agents. */
  dora: string
  dean: string
  /** The admin. */
  edda: string
}

export type CastOptions = {
  settings?: CompanySettings
  times?: CategorySettings
  isSandbox?: boolean
  capacity?: number
}

/**
 * Creates a separate company with the standard people of our tests. Askers: ada and adam. Experts: bruno, carla and carlos.
 * Agents: dora and dean. Admin: edda.
 */
export async function inviteCast(db: Database, options: CastOptions = {}): Promise<Cast> {
  const orm = ormOf(db.system)
  const companyId = newId()
  const cast: Cast = {
    companyId,
    categoryId: newId(),
    communityId: newId(),
    integrationId: newId(),
    systemId: `shop-${companyId.slice(-6)}`,
    ada: newId(),
    adam: newId(),
    bruno: newId(),
    carla: newId(),
    carlos: newId(),
    dora: newId(),
    dean: newId(),
    edda: newId(),
  }
  await orm.insert(companies).values({
    id: companyId,
    tag: `company-${companyId.slice(-12)}`,
    name: 'Test Company',
    settings: options.settings ?? {},
    isSandbox: options.isSandbox ?? false,
  })
  await orm.insert(categories).values([
    { id: cast.categoryId, companyId, name: 'General', isDefault: true, settings: options.times ?? {} },
    { id: cast.communityId, companyId, name: 'Community', type: 'ONE_TO_MANY', settings: options.times ?? {} },
  ])
  await orm.insert(integrations).values({ id: cast.integrationId, companyId, systemId: cast.systemId, name: 'Shop' })
  const person = (name: keyof Cast, role: 'user' | 'expert' | 'agent' | 'admin') => ({
    id: cast[name],
    companyId,
    role,
    name: name[0]?.toUpperCase() + name.slice(1),
    email: `${name}@example.com`,
    address: `${name}@example.com`,
  })
  await orm
    .insert(users)
    .values([
      person('ada', 'user'),
      person('adam', 'user'),
      person('bruno', 'expert'),
      person('carla', 'expert'),
      person('carlos', 'expert'),
      person('dora', 'agent'),
      person('dean', 'agent'),
      person('edda', 'admin'),
    ])
  const capacity = options.capacity ?? 100
  await orm.insert(experts).values([
    { userId: cast.bruno, companyId, capacity, languages: ['en'], topics: ['cards'] },
    { userId: cast.carla, companyId, capacity, languages: ['en'], topics: ['transfers'] },
    { userId: cast.carlos, companyId, capacity, languages: ['en', 'es'], topics: ['travel'] },
  ])
  return cast
}
