import {
  type Static,
  type TBoolean,
  type TInteger,
  type TNumber,
  type TObject,
  type TOptional,
  type TSchema,
  Type,
} from 'typebox'

export type SettingUnit = 'ms' | 'bytes' | 'share' | 'count' | 'factor' | 'other'

/**
 * One setting of a catalogue. `schema` has its bounds, and a description that names the default. The schema has no JSON Schema
 * `default`, because Fastify would add it to answers and requests that omit the setting.
 */
export type Setting<S extends TSchema = TSchema> = {
  schema: S
  /** The value of an omitted setting. */
  default: Static<S>
  /** The default in words, such as `90 s`. */
  defaultText: string
  unit: SettingUnit
  description: string
}

type Described<S extends TSchema> = { default: Static<S>; description: string; defaultText?: string }
type Bounds = { minimum: number; maximum: number }

/** Declares a setting of any type. `schema` receives the full description. */
export function declareSetting<S extends TSchema>(
  { description, defaultText, unit = 'other', ...rest }: Described<NoInfer<S>> & { unit?: SettingUnit },
  schema: (options: { description: string }) => S,
): Setting<S> {
  const text = defaultText ?? textOf(rest.default, unit)
  const full = `${description} Default: ${text}.`
  return { schema: schema({ description: full }), default: rest.default, defaultText: text, unit, description }
}

/** The longest duration that can be set: a year. */
export const maxDurationMs = 31_536_000_000

/** Declares a duration in ms, of at most a year. */
export const duration = ({ minimum = 1, ...rest }: Described<TInteger> & { minimum?: number }): Setting<TInteger> =>
  declareSetting({ ...rest, unit: 'ms' }, (options) => Type.Integer({ minimum, maximum: maxDurationMs, ...options }))

/** Declares a share, 0 to 1 unless bounded otherwise. */
export const share = ({ minimum = 0, maximum = 1, ...rest }: Described<TNumber> & Partial<Bounds>): Setting<TNumber> =>
  declareSetting({ ...rest, unit: 'share' }, (options) => Type.Number({ minimum, maximum, ...options }))

/** Declares a whole number of things. */
export const count = ({ minimum, maximum, ...rest }: Described<TInteger> & Bounds): Setting<TInteger> =>
  declareSetting({ ...rest, unit: 'count' }, (options) => Type.Integer({ minimum, maximum, ...options }))

/** Declares a yes or no. */
export const choice = (described: Described<TBoolean>): Setting<TBoolean> =>
  declareSetting(described, (options) => Type.Boolean(options))

type Catalogue = Record<string, Setting>
type OptionalSchemas<C extends Catalogue> = { [K in keyof C]: TOptional<C[K]['schema']> }

/** Returns the defaults of a catalogue, by name. */
export const defaultsOf = <C extends Catalogue>(catalogue: C) =>
  mapSettings(catalogue, (setting) => setting.default) as { readonly [K in keyof C]: C[K]['default'] }

/** Returns the schema in which every setting is required. */
export const requiredSettings = <C extends Catalogue>(catalogue: C) =>
  Type.Object(mapSettings(catalogue, ({ schema }) => schema) as { [K in keyof C]: C[K]['schema'] })

/** Rejects unknown settings, because a misspelled one would otherwise be ignored silently. */
export const closed = { additionalProperties: false } as const

export const allAtOnce = 'Replaces all settings. Omitted ones return to their defaults, and unknown ones are refused.'

/** Returns the schema in which every setting may be omitted and unknown ones are refused. */
export const optionalSettings = <C extends Catalogue>(catalogue: C): TObject<OptionalSchemas<C>> => {
  const members = mapSettings(catalogue, ({ schema }) => Type.Optional(schema)) as OptionalSchemas<C>
  return Type.Object(members, { ...closed, description: allAtOnce })
}

const mapSettings = (catalogue: Catalogue, read: (setting: Setting) => unknown) =>
  Object.fromEntries(Object.entries(catalogue).map(([name, setting]) => [name, read(setting)]))

function textOf(value: unknown, unit: SettingUnit): string {
  if (unit === 'ms' && typeof value === 'number') return durationText(value)
  if (unit === 'bytes' && typeof value === 'number') return `${value / 2 ** 20} MiB`
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ')
  if (typeof value === 'string') return `\`${value}\``
  return String(value)
}

const durationUnits = [
  ['days', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
  ['ms', 1],
] as const

/** Returns a duration in the largest unit of which it is a whole number of at least two, such as `90 s` or `8 h`. */
export function durationText(ms: number): string {
  const [unit, size] = durationUnits.find(([, size]) => ms % size === 0 && ms / size >= 2) ?? ['ms', 1]
  return `${ms / size} ${unit}`
}
