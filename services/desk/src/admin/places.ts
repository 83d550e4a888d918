import { type ComponentType, lazy } from 'react'
import type { IconName } from '../ui/icon.tsx'
import type { AdminKey } from './admin-words.ts'
import { startPath } from './start/start-steps.ts'

export type Place = {
  /** Below `/desk`. A page may read what follows `/:uuid?` as the uuid of what it shows. */
  path: string
  icon: IconName
  name: AdminKey
  Page: ComponentType<{ uuid: string | undefined }>
}
export type PlaceGroup = {
  name: AdminKey
  places: readonly Place[]
  /** A page beside the desk. */
  outside?: { href: string; icon: IconName; name: AdminKey }
}

/** Loads a page when it is first opened. */
const page = (load: () => Promise<Place['Page']>): Place['Page'] => lazy(async () => ({ default: await load() }))

/** Stands above the groups of the navigation while the company has first steps to do. */
export const startPlace: Place = {
  path: startPath,
  icon: 'list-checks',
  name: 'start.title',
  Page: page(async () => (await import('./start/start-page.tsx')).StartPage),
}

/** The navigation of the administration, and its table of routes. */
export const placeGroups: readonly PlaceGroup[] = [
  {
    // Reports belong here, when the service has them.
    name: 'places.operations',
    places: [
      {
        path: '/admin',
        icon: 'activity',
        name: 'live.title',
        Page: page(async () => (await import('./live/live-page.tsx')).LivePage),
      },
      {
        path: '/admin/questions',
        icon: 'search',
        name: 'questions.title',
        Page: page(async () => (await import('./questions/questions-page.tsx')).QuestionsPage),
      },
      {
        path: '/admin/dead-letters',
        icon: 'triangle-alert',
        name: 'deadLetters.title',
        Page: page(async () => (await import('./dead-letters/dead-letters-page.tsx')).DeadLettersPage),
      },
    ],
  },
  {
    name: 'places.service',
    places: [
      {
        path: '/admin/experts',
        icon: 'users',
        name: 'experts.title',
        Page: page(async () => (await import('./experts/experts-page.tsx')).ExpertsPage),
      },
      {
        path: '/admin/categories',
        icon: 'list',
        name: 'categories.title',
        Page: page(async () => (await import('./categories/categories-page.tsx')).CategoriesPage),
      },
    ],
  },
  {
    name: 'places.learning',
    places: [
      {
        path: '/admin/knowledge',
        icon: 'book-open',
        name: 'knowledge.title',
        Page: page(async () => (await import('./knowledge/knowledge-page.tsx')).KnowledgePage),
      },
      {
        path: '/admin/answers',
        icon: 'message-square-text',
        name: 'answers.title',
        Page: page(async () => (await import('./answers/answers-page.tsx')).AnswersPage),
      },
      {
        path: '/admin/training',
        icon: 'sparkles',
        name: 'training.title',
        Page: page(async () => (await import('./training/training-page.tsx')).TrainingPage),
      },
    ],
  },
  {
    // Notification settings belong here, when the service has them.
    name: 'places.connections',
    places: [
      {
        path: '/admin/integrations',
        icon: 'arrow-up-right',
        name: 'integrations.title',
        Page: page(async () => (await import('./integrations/integrations-page.tsx')).IntegrationsPage),
      },
      {
        path: '/admin/webhooks',
        icon: 'webhook',
        name: 'webhooks.title',
        Page: page(async () => (await import('./webhooks/webhooks-page.tsx')).WebhooksPage),
      },
      {
        path: '/admin/widget',
        icon: 'message-square',
        name: 'widget.title',
        Page: page(async () => (await import('./widget/widget-page.tsx')).WidgetPage),
      },
    ],
    outside: { href: '/docs', icon: 'book-open', name: 'places.docs' },
  },
  {
    name: 'places.company',
    places: [
      {
        path: '/admin/staff',
        icon: 'user-round',
        name: 'staff.title',
        Page: page(async () => (await import('./staff/staff-page.tsx')).StaffPage),
      },
      {
        path: '/admin/company',
        icon: 'settings',
        name: 'company.title',
        Page: page(async () => (await import('./company/company-page.tsx')).CompanyPage),
      },
    ],
  },
  {
    name: 'places.records',
    places: [
      {
        path: '/admin/audit',
        icon: 'history',
        name: 'audit.title',
        Page: page(async () => (await import('./audit/audit-page.tsx')).AuditPage),
      },
      {
        path: '/admin/privacy',
        icon: 'shield',
        name: 'privacy.title',
        Page: page(async () => (await import('./privacy/privacy-page.tsx')).PrivacyPage),
      },
      {
        path: '/admin/clock',
        icon: 'clock',
        name: 'clock.title',
        Page: page(async () => (await import('./clock/clock-page.tsx')).ClockPage),
      },
    ],
  },
]
