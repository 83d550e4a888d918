ALTER TABLE "authorization_codes" ALTER COLUMN "redirect_uri" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "authorization_codes" ALTER COLUMN "code_challenge" DROP NOT NULL;