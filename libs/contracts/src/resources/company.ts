import { type Static, Type } from 'typebox'
import { CompanySettingsView } from '../settings/company-settings.ts'
import { Uuid } from './basics.ts'

export const CompanyView = Type.Object({
  uuid: Uuid,
  tag: Type.String({ description: "Printed in a question's `companies`." }),
  name: Type.String(),
  isSandbox: Type.Boolean({ description: 'Whether its clock can be advanced.' }),
  settings: CompanySettingsView,
  dateCreated: Type.String(),
})
export type CompanyView = Static<typeof CompanyView>
