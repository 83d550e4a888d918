import type { RoutingExpert } from '@askline/domain/routing/routing-experts'

/** An expert who can be asked anything in English, five questions at once, but for the changes. */
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
