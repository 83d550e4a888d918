import { type TrainingSettings, trainingDefaults } from '@askline/contracts'
import { companies, statement, type Tx, types } from '@askline/db'
import { eq } from 'drizzle-orm'
import { NotFoundError } from '../errors.ts'

/** Returns the training settings of a company. Throws NotFoundError if it does not exist. */
export async function findTrainingSettings(tx: Tx, companyId: string): Promise<TrainingSettings> {
  const wanted = { settings: companies.settings }
  const [company] = await tx.orm.select(wanted).from(companies).where(eq(companies.id, companyId))
  if (!company) throw new NotFoundError('company', companyId)
  return { ...trainingDefaults, ...company.settings.training }
}

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
