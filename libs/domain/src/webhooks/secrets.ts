import { statement, type Tx, types, webhookSecrets } from '@askline/db'
import { secretPurpose } from './endpoints.ts'

/** Encrypts and decrypts for a purpose: the SecretBox of libs/runtime. */
type Box = {
  readonly keyIds: readonly [string, ...string[]]
  encrypt(plain: string, purpose: string): { text: string; keyId: string }
  decrypt(encrypted: { text: string; keyId: string }, purpose: string): string
}

const encryptedElsewhere = statement({
  name: 'webhook-secrets-encrypted-elsewhere',
  params: [types.text],
  row: {
    id: webhookSecrets.id,
    companyId: webhookSecrets.companyId,
    text: webhookSecrets.encryptedSecret,
    keyId: webhookSecrets.encryptionKeyId,
  },
  text: `select id, company_id as "companyId", encrypted_secret as text, encryption_key_id as "keyId" from webhook_secrets
    where encryption_key_id <> $1 order by id for update`,
})
const store = statement({
  name: 'store-webhook-secret-encrypted',
  params: [types.uuid, types.text, types.text],
  text: 'update webhook_secrets set encrypted_secret = $2, encryption_key_id = $3 where company_id = $company and id = $1',
})

/**
 * Encrypts the secrets of all webhooks under the first key of `box`. Returns how many changed. Throws UnknownSecretsKeyError if `box`
 * cannot decrypt one of them. Needs `inSystem`.
 */
export async function reencryptWebhookSecrets(tx: Tx, box: Box): Promise<number> {
  const outdated = await tx.query(encryptedElsewhere, [box.keyIds[0]])
  for (const { id, companyId, ...encrypted } of outdated) {
    const { text, keyId } = box.encrypt(box.decrypt(encrypted, secretPurpose(id)), secretPurpose(id))
    await tx.of(companyId).query(store, [id, text, keyId])
  }
  return outdated.length
}
