import { type TrainingSettings, trainingDefaults } from '@askline/contracts'
import { companies, type StoredCompanySettings, statement, type Tx, types } from '@askline/db'
import { NotFoundError } from '../errors.ts'

const settingsOf = statement({
  name: 'find-training-settings',
  params: [types.uuid],
  row: { settings: companies.settings },
  text: 'select settings from companies where id = $1',
})

/** Returns the training settings of a company. Throws NotFoundError if it does not exist. */
export async function findTrainingSettings(tx: Tx, companyId: string): Promise<TrainingSettings> {
  const [company] = await tx.query(settingsOf, [companyId])
  if (!company) throw new NotFoundError('company', companyId)
  return trainingSettingsIn(company.settings)
}

/** Returns the training settings among those of a company. */
export const trainingSettingsIn = ({ training }: StoredCompanySettings): TrainingSettings => ({
  ...trainingDefaults,
  ...training,
})

const change = statement({
  name: 'change-training-settings',
  params: [types.uuid, types.jsonText],
  text: `update companies set settings = jsonb_set(settings, '{training}', coalesce(settings -> 'training', '{}') || $2::jsonb)
    where id = $1`,
})

/** Changes the given settings and returns all of them. */
export async function changeTrainingSettings(
  tx: Tx,
  companyId: string,
  changes: { [K in keyof TrainingSettings]?: TrainingSettings[K] | undefined },
): Promise<TrainingSettings> {
  await tx.query(change, [companyId, JSON.stringify(changes)])
  return findTrainingSettings(tx, companyId)
}
