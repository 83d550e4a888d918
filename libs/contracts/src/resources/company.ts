import { type Static, Type } from 'typebox'
import { CompanySettingsView } from '../settings/company-settings.ts'
import { startStepNames } from '../words.ts'
import { Uuid } from './basics.ts'

export const CompanyView = Type.Object({
  uuid: Uuid,
  tag: Type.String({ description: "A short public name, as in a question's `companies`.", examples: ['bank'] }),
  name: Type.String({ examples: ['Example Bank'] }),
  isSandbox: Type.Boolean({ description: 'Whether the company is a sandbox, whose clock can be advanced.' }),
  settings: CompanySettingsView,
  dateCreated: Type.String(),
})
export type CompanyView = Static<typeof CompanyView>

/** The first steps of a new company and whether each is done, read from its data. */
export const StartView = Type.Object({
  steps: Type.Array(Type.Object({ name: Type.Enum(startStepNames), isDone: Type.Boolean() }), {
    description: 'The steps in recommended order. BACKUP is missing if the installation has several companies.',
  }),
  isDismissed: Type.Boolean({ description: 'Whether an admin dismissed the page of first steps.' }),
})
export type StartView = Static<typeof StartView>
