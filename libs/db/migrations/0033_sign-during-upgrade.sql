ALTER TABLE "signing_keys" DROP CONSTRAINT "signing_keys_one_private_key";--> statement-breakpoint
ALTER TABLE "signing_keys" ADD COLUMN "encrypted_at" timestamp (3) with time zone;