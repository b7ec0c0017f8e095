module.exports = { testEnvironment: 'node', cacheDirectory: './cache' };
