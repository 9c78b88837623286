/* What `make bench` measures the bulk kernels against: OpenSSL's public interface with kept states, and the
   compression function alone, sixteen lanes at once, without any message being written. */
#include <stdint.h>
#include <string.h>

typedef uint32_t lanes __attribute__((vector_size(64)));

static const uint32_t K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
    0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
    0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
    0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
    0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
    0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
    0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
    0xc67178f2};

#define ROTR(x, n) (((x) >> (n)) | ((x) << (32 - (n))))

static inline __attribute__((always_inline)) void compress(lanes s[8], const lanes block[16]) {
    lanes w[16], a = s[0], b = s[1], c = s[2], d = s[3], e = s[4], f = s[5], g = s[6], h = s[7];
    memcpy(w, block, sizeof w);
#pragma GCC unroll 64
    for (int t = 0; t < 64; t++) {
        if (t >= 16) {
            lanes x = w[(t + 1) & 15], y = w[(t + 14) & 15];
            w[t & 15] += (ROTR(x, 7) ^ ROTR(x, 18) ^ (x >> 3)) + w[(t + 9) & 15] +
                         (ROTR(y, 17) ^ ROTR(y, 19) ^ (y >> 10));
        }
        lanes t1 = h + (ROTR(e, 6) ^ ROTR(e, 11) ^ ROTR(e, 25)) + (g ^ (e & (f ^ g))) + K[t] + w[t & 15];
        lanes t2 = (ROTR(a, 2) ^ ROTR(a, 13) ^ ROTR(a, 22)) + ((a & b) | (c & (a | b)));
        h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
    }
    s[0] += a, s[1] += b, s[2] += c, s[3] += d, s[4] += e, s[5] += f, s[6] += g, s[7] += h;
}

uint32_t vector_limit(uint64_t count) {
    lanes sum = {0};
    for (uint64_t i = 0; i < count; i += 16) {
        lanes s[8], w[16];
        for (int k = 0; k < 8; k++) s[k] = (lanes){0} + K[k];
        for (int k = 0; k < 16; k++) w[k] = sum + (uint32_t)i;
        compress(s, w);
        memcpy(w, s, sizeof s);
        for (int k = 0; k < 8; k++) w[8 + k] = (lanes){0} + (k ? 0u : 0x80000000u), s[k] = (lanes){0} + K[8 + k];
        w[15] += 768;
        compress(s, w);
        sum ^= s[0];
    }
    return sum[0];
}

#ifdef WITH_OPENSSL
#include <openssl/evp.h>
#include <stdio.h>

uint32_t openssl_loop(uint64_t count) {
    unsigned char pad[64] = {0x36}, out[32];
    EVP_MD_CTX *inner = EVP_MD_CTX_new(), *outer = EVP_MD_CTX_new(), *now = EVP_MD_CTX_new();
    EVP_DigestInit_ex(inner, EVP_sha256(), 0), EVP_DigestUpdate(inner, pad, 64);
    pad[0] = 0x5c;
    EVP_DigestInit_ex(outer, EVP_sha256(), 0), EVP_DigestUpdate(outer, pad, 64);
    uint32_t sum = 0;
    for (uint64_t i = 0; i < count; i++) {
        char text[64];
        int length = snprintf(text, sizeof text, "client:%llu:0", (unsigned long long)i);
        EVP_MD_CTX_copy_ex(now, inner), EVP_DigestUpdate(now, text, length), EVP_DigestFinal_ex(now, out, 0);
        EVP_MD_CTX_copy_ex(now, outer), EVP_DigestUpdate(now, out, 32), EVP_DigestFinal_ex(now, out, 0);
        sum ^= out[0];
    }
    EVP_MD_CTX_free(inner), EVP_MD_CTX_free(outer), EVP_MD_CTX_free(now);
    return sum;
}
#endif
