/** Values of the examples and samples of several endpoints. */
export const exampleText = 'How do I reset my card PIN?'
export const exampleAnswer = 'In the app, under Cards.'
export const exampleUuid = '0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f'
