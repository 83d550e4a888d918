import type { Command } from './command.ts'
import { companyCreate } from './company-create.ts'
import { credentialCommands } from './credentials.ts'
import { deadLetterCommands } from './dead-letters.ts'
import { expertImport } from './expert-import.ts'
import { forget } from './forget.ts'
import { forgetExport } from './forget-export.ts'
import { forgetReplay } from './forget-replay.ts'
import { integrationCreate } from './integration-create.ts'
import { keyDrop } from './key-drop.ts'
import { keyList } from './key-list.ts'
import { keyReencrypt } from './key-reencrypt.ts'
import { keyRotate } from './key-rotate.ts'
import { knowledgeImport } from './knowledge-import.ts'
import { restored } from './restored.ts'
import { revocationsExport } from './revocations-export.ts'
import { routingReplay } from './routing-replay.ts'
import { setupFile } from './setup-file.ts'
import { setupLink } from './setup-link.ts'
import { staffCreate } from './staff-create.ts'
import { staffInvite } from './staff-invite.ts'
import { stats } from './stats.ts'
import { tokenMint } from './token-mint.ts'
import { tokenRevoke } from './token-revoke.ts'

/** All commands of the operator. A new command is a file and a line here. */
export const commands: readonly Command[] = [
  // Longer names come first, because a command is matched by its beginning.
  setupLink,
  setupFile,
  companyCreate,
  integrationCreate,
  tokenMint,
  tokenRevoke,
  staffCreate,
  staffInvite,
  ...credentialCommands,
  expertImport,
  knowledgeImport,
  keyList,
  keyRotate,
  keyDrop,
  keyReencrypt,
  forgetReplay,
  forgetExport,
  forget,
  revocationsExport,
  restored,
  routingReplay,
  stats,
  ...deadLetterCommands,
]
