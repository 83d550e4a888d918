import { buildLogger } from '@askline/runtime'

export const logger = buildLogger('test', 'silent')
