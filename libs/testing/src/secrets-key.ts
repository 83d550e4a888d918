/** A value of `SECRETS_KEY` for tests and benchmarks. It is public: never use it for real data. */
export const testSecretsKey = 'YXNrbGluZSB0ZXN0IHNlY3JldHMga2V5LCAzMiBieSE='
