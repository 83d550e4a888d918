ALTER TABLE "signing_keys" ALTER COLUMN "private_pem" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "credentials" ADD COLUMN "reads_per_minute" integer;--> statement-breakpoint
ALTER TABLE "credentials" ADD COLUMN "writes_per_minute" integer;--> statement-breakpoint
ALTER TABLE "signing_keys" ADD COLUMN "encrypted_private_key" text;--> statement-breakpoint
ALTER TABLE "signing_keys" ADD COLUMN "encryption_key_id" text;--> statement-breakpoint
ALTER TABLE "signing_keys" ADD CONSTRAINT "signing_keys_encryption" CHECK (("signing_keys"."encrypted_private_key" is null) = ("signing_keys"."encryption_key_id" is null));--> statement-breakpoint
ALTER TABLE "signing_keys" ADD CONSTRAINT "signing_keys_one_private_key" CHECK ("signing_keys"."private_pem" is null or "signing_keys"."encrypted_private_key" is null);