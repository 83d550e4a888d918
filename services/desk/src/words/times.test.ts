import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { durationText } from '../admin/frame/duration-field.tsx'
import { loadMessages } from './shared-words.ts'
import { formatDistance, formatDuration } from './times.ts'

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000]
const now = Date.parse('2026-11-27T12:00:00Z')
const ago = (ms: number) => formatDistance(new Date(now - ms).toISOString(), now)

describe.each([
  [
    'en',
    [
      'now',
      '59 seconds ago',
      '1 minute ago',
      '59 minutes ago',
      '1 hour ago',
      '23 hours ago',
      '1 day ago',
      '2 days ago',
    ],
  ],
  [
    'de',
    [
      'jetzt',
      'vor 59 Sekunden',
      'vor 1 Minute',
      'vor 59 Minuten',
      'vor 1 Stunde',
      'vor 23 Stunden',
      'vor 1 Tag',
      'vor 2 Tagen',
    ],
  ],
] as const)('in %s', (language, said) => {
  beforeAll(async () => {
    vi.stubGlobal('document', { documentElement: {} })
    await loadMessages([language])
  })
  afterAll(() => void vi.unstubAllGlobals())

  test('a distance is rounded as people say it: never 60 seconds, 60 minutes or 24 hours', () => {
    const distances = [
      [0, 499],
      [59 * second, 59 * second + 499],
      [59 * second + 500, 89 * second],
      [59 * minute, 59 * minute + 29 * second],
      [59 * minute + 45 * second, 89 * minute],
      [23 * hour, 23 * hour + 29 * minute],
      [23 * hour + 45 * minute, 35 * hour],
      [36 * hour, 2 * day + hour],
    ]
    expect(distances.map(([from = 0]) => ago(from))).toEqual(said)
    expect(distances.map(([, to = 0]) => ago(to))).toEqual(said)
  })

  test('what is to come is rounded in the same way', () => {
    const words =
      language === 'en' ? ['in 1 minute', 'in 1 hour', 'in 1 day'] : ['in 1 Minute', 'in 1 Stunde', 'in 1 Tag']
    expect([-59.7 * second, -59.7 * minute, -23.7 * hour].map(ago)).toEqual(words)
  })

  test('lengths are rounded in the same way, and settings are written in their largest whole unit', () => {
    const lengths = [59.7 * second, 59.7 * minute, 23.7 * hour, 90 * minute].map(formatDuration)
    expect(lengths).toEqual(
      language === 'en' ? ['1 min', '1 hr', '1 day', '2 hr'] : ['1 Min.', '1 Std.', '1 Tg.', '2 Std.'],
    )
    expect([minute, hour, day, 90 * second, 48 * hour].map(durationText)).toEqual(
      language === 'en'
        ? ['1 minute', '1 hour', '1 day', '90 seconds', '2 days']
        : ['1 Minute', '1 Stunde', '1 Tag', '90 Sekunden', '2 Tage'],
    )
  })
})
