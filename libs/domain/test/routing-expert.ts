import type { RoutingExpert } from '../src/routing/routing-experts.ts'

/** Returns an English-speaking expert with capacity for five questions, with these changes. */
export function expertNamed(expertId: string, changes: Partial<RoutingExpert> = {}): RoutingExpert {
  return {
    companyId: 'company',
    expertId,
    isActive: true,
    availability: 'AVAILABLE',
    capacity: 5,
    load: 0,
    languages: ['en'],
    topics: [],
    topicLevels: {},
    categoryIds: [],
    workingHours: null,
    isOfficial: false,
    isCertified: false,
    isElite: false,
    lastActiveAt: new Date(0),
    ...changes,
  }
}
