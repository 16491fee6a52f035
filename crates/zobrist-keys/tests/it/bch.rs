//! The BCH keys: their codes, and the tables made from them.

use zobrist_keys::{Bch, Code, Xor64, linear_rank, primitive_polynomial, xor64_fingerprint};

/// The keys of 781 features.
type Wide = Bch<{ primitive_polynomial(10) }, 6, 781>;

static WIDE: [Xor64; 781] = Wide::NESTED;

#[test]
fn codes_are_those_of_the_textbooks() {
    // Features, m, t, bits and distance without the parity bit, and whether there is one.
    let rows = [
        (127, 7, 10, 63, 21, true),
        (255, 8, 8, 64, 17, false),
        (511, 9, 7, 63, 15, true),
        (1023, 10, 6, 60, 13, true),
        (2047, 11, 5, 55, 11, true),
        (4095, 12, 5, 60, 11, true),
    ];
    for (features, m, t, bits, distance, parity) in rows {
        let code = Code::for_features(features);
        assert_eq!((code.max_features(), code.m(), code.t()), (features, m, t));
        assert_eq!(code.generator().ilog2(), bits);
        assert_eq!(code.has_parity(), parity);
        assert_eq!(code.bits(), bits + u32::from(parity));
        assert_eq!(code.distance(), distance + u32::from(parity));
        assert_eq!(Code::for_features(features / 2 + 1), code);
        assert_eq!(code.polynomial(), primitive_polynomial(m));
    }
    assert_eq!(Wide::CODE.generator(), 0x1b64_2bb9_5045_c4ad);
}

#[test]
fn a_coset_counts_once() {
    // For m = 7 the exponent 17 lies in the coset of 9: eight blocks serve t = 8 and t = 9.
    let blocks = |t| Code::new(primitive_polynomial(7), t).blocks();
    assert_eq!([blocks(7), blocks(8), blocks(9), blocks(10)], [7, 8, 8, 9]);
    // Eight blocks hold the roots up to 18, although t = 8 asks for 16; the parity bit adds one.
    assert_eq!(Code::new(primitive_polynomial(7), 8).distance(), 20);
}

#[test]
#[should_panic(expected = "the generator's degree is above 64")]
fn a_code_of_70_bits_is_refused() {
    let _ = Code::new(primitive_polynomial(10), 7);
}

#[test]
#[should_panic(expected = "the generator's degree is above 64")]
fn a_code_of_too_many_blocks_is_refused() {
    let _ = Code::new(primitive_polynomial(7), 30);
}

/// Each column by the definition: powers of α from a list that shifts and reduces, nothing shared
/// with the crate's arithmetic.
#[test]
fn columns_are_powers_of_alpha() {
    let mut powers = vec![1_u64];
    while powers.len() < 1023 {
        let doubled = powers[powers.len() - 1] << 1;
        powers.push(if doubled < 1024 { doubled } else { doubled ^ 0x409 });
    }
    for (i, key) in WIDE.iter().enumerate() {
        assert_eq!(key.0 & 1, 1);
        for block in 0..6 {
            let exponent = (2 * block + 1) * i % 1023;
            assert_eq!(key.0 >> (1 + 10 * block) & 0x3ff, powers[exponent]);
        }
    }
    // Three bits are left; they are filled, and not with zeros alone.
    for bit in 61..64 {
        let set = WIDE.iter().filter(|key| key.0 >> bit & 1 == 1).count();
        assert!((300..480).contains(&set), "bit {bit} is set in {set} keys");
    }
}

/// Whitening is one invertible linear map: it neither makes a dependency nor breaks one.
#[test]
fn whitened_keys_are_an_invertible_image_of_the_nested_ones() {
    let whitened = Wide::WHITENED;
    assert_eq!((linear_rank(&WIDE), linear_rank(&whitened)), (64, 64));
    // The rank of the pairs is still 64: every nested key determines its whitened one, linearly.
    let mut basis = [0_u128; 128];
    for (nested, white) in WIDE.iter().zip(&whitened) {
        let mut pair = u128::from(nested.0) << 64 | u128::from(white.0);
        while pair != 0 && basis[pair.ilog2() as usize] != 0 {
            pair ^= basis[pair.ilog2() as usize];
        }
        if pair != 0 {
            basis[pair.ilog2() as usize] = pair;
        }
    }
    assert_eq!(basis.iter().filter(|&&pair| pair != 0).count(), 64);
    // And no bit of it is the parity bit any more.
    for bit in 0..64 {
        let set = whitened.iter().filter(|key| key.0 >> bit & 1 == 1).count();
        assert!((300..480).contains(&set), "bit {bit} is set in {set} keys");
    }
}

#[test]
fn seeds_change_the_filling_and_the_whitening_only() {
    type Other = Bch<{ primitive_polynomial(10) }, 6, 781, 1>;
    let other = Other::NESTED;
    let code_bits = |keys: &[Xor64; 781]| keys.map(|key| key.0 << 3);
    assert_eq!(code_bits(&other), code_bits(&WIDE));
    assert_ne!(other, WIDE);
    assert_ne!(Other::WHITENED, Wide::WHITENED);
}

/// Returns both tables of the strongest code for the given features, nested and whitened.
macro_rules! fingerprints {
    ($m:literal, $t:literal, $features:literal) => {{
        type Keys = Bch<{ primitive_polynomial($m) }, $t, $features>;
        [xor64_fingerprint(&Keys::NESTED), xor64_fingerprint(&Keys::WHITENED)]
    }};
}

/// The promise of the crate's page: these tables never change within a major version.
#[test]
fn fingerprints_are_pinned() {
    assert_eq!(fingerprints!(7, 10, 96), [0x2af3_c1e7_3083_3298, 0xcb10_31ec_d1c0_b5cf]);
    assert_eq!(fingerprints!(8, 8, 255), [0xc130_ed85_c2ee_efb6, 0xceb3_d1ec_4b8b_0089]);
    assert_eq!(fingerprints!(9, 7, 511), [0x2cb0_9ebe_2978_fb70, 0x551f_4c75_356a_be8e]);
    assert_eq!(fingerprints!(10, 6, 781), [0x032f_d7d9_591e_6a09, 0xd017_d921_0722_44f8]);
    assert_eq!(fingerprints!(11, 5, 2047), [0x0ffb_2210_516b_083f, 0xaa9f_fcb1_123b_8886]);
    assert_eq!(fingerprints!(12, 5, 4095), [0x5caf_0a77_cbb4_4dc2, 0x70d0_7374_d08a_b121]);
}
