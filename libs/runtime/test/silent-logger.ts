import { buildLogger } from '../src/index.ts'

export const logger = buildLogger('test', 'silent')
